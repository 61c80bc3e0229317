// What survives a reload: the draft in hand, the table, the language, and confirmed hands that wait to be sent.

export function load<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`tailens.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // private mode, or a value of an older page
  }
}

export function save(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`tailens.${name}`);
    else localStorage.setItem(`tailens.${name}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works on, it only forgets on reload.
  }
}
