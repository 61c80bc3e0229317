// Small parts of forms: a choice of a few, a player, an amount.

import type { ComponentChildren, JSX } from "preact";

export function Choice({ title, kind = "", children }: { title: string; kind?: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class={`choice ${kind}`} role="group" aria-label={title}>
      <h3>{title}</h3>
      <div class="picks">{children}</div>
    </section>
  );
}

export interface PickProps {
  on: boolean;
  onPick: () => void;
  kind?: string;
  data?: string;
  disabled?: boolean;
  children: ComponentChildren;
}

export function Pick({ on, onPick, kind = "", data, disabled = false, children }: PickProps): JSX.Element {
  return (
    <button type="button" class={`choose ${kind}`} aria-pressed={on} data-choice={data} disabled={disabled} onClick={onPick}>
      {children}
    </button>
  );
}

export interface TextFieldProps {
  label: string;
  value: string;
  name?: string;
  type?: "text" | "password";
  most?: number;
  hint?: string | undefined;
  autoComplete?: string;
  list?: string;
  onValue: (value: string) => void;
}

export function TextField({ label, value, name, type = "text", most = 60, hint, autoComplete = "off", list, onValue }: TextFieldProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      {type === "password" ? (
        <input name={name} type="password" value={value} maxLength={most} autoComplete={autoComplete} onInput={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <input name={name} type="text" value={value} maxLength={most} autoComplete={autoComplete} {...(list ? { list } : {})} onInput={(event) => onValue(event.currentTarget.value)} />
      )}
      {hint && <small>{hint}</small>}
    </label>
  );
}
