import { useEffect, useState } from "preact/hooks";

/** From this width on the panels stand side by side; the style sheet has the same figure. */
const WIDE = "(min-width: 1000px)";

export function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const change = (): void => setWide(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return wide;
}
