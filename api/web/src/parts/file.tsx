// A file input dressed as a button.

import type { ComponentChildren, JSX } from "preact";

export interface FileButtonProps {
  label: string;
  kind: string;
  /** Which files are offered; all of them where nothing is said. */
  accept?: string;
  /** Have the phone's own camera opened. Plain http has no live camera in the page. */
  live?: boolean;
  /** Whether several may be chosen at a time. */
  many?: boolean;
  onFile: (file: File, ...others: File[]) => void;
  children?: ComponentChildren;
}

export function FileButton({ label, kind, accept, live = false, many = false, onFile, children }: FileButtonProps): JSX.Element {
  return (
    <label class={kind}>
      <input
        type="file"
        {...(accept ? { accept } : {})}
        multiple={many}
        {...(live ? ({ capture: "environment" } as const) : {})}
        class="visually-hidden"
        onChange={(event) => {
          const [file, ...others] = event.currentTarget.files ?? [];
          event.currentTarget.value = ""; // the same file may be chosen again
          if (file) onFile(file, ...others);
        }}
      />
      {children}
      <span>{label}</span>
    </label>
  );
}
