// A file input dressed as a button.

import type { ComponentChildren, JSX } from "preact";

export interface FileButtonProps {
  label: string;
  kind: string;
  /** Which files are offered; all of them where nothing is said. */
  accept?: string;
  /** Have the phone's own camera opened. Plain http has no live camera in the page. */
  live?: boolean;
  onFile: (file: File) => void;
  children?: ComponentChildren;
}

export function FileButton({ label, kind, accept, live = false, onFile, children }: FileButtonProps): JSX.Element {
  return (
    <label class={kind}>
      <input
        type="file"
        {...(accept ? { accept } : {})}
        {...(live ? ({ capture: "environment" } as const) : {})}
        class="visually-hidden"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = ""; // the same file may be chosen again
          if (file) onFile(file);
        }}
      />
      {children}
      <span>{label}</span>
    </label>
  );
}
