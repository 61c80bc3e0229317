// A field for a whole number, 0 or more.

import type { JSX } from "preact";

export interface NumberFieldProps {
  label: string;
  value: number;
  most: number;
  onValue: (value: number) => void;
}

/** What is typed counts only while it is a whole number within bounds; anything else changes nothing. */
export function NumberField({ label, value, most, onValue }: NumberFieldProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        step={1}
        value={value}
        onInput={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          if (Number.isInteger(typed) && typed >= 0 && typed <= most) onValue(typed);
        }}
      />
    </label>
  );
}
