// The page's words in three languages. The JSON files hold the same keys; TypeScript checks that against the English one.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language, Names } from "../documents.ts";
import en from "./en.json";
import hans from "./zh-Hans.json";
import hant from "./zh-Hant.json";

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;

const WORDS: Record<Language, Record<Key, string>> = { en, "zh-Hant": hant, "zh-Hans": hans };

export const LANGUAGES: readonly { id: Language; name: string }[] = [
  { id: "zh-Hant", name: "繁體" },
  { id: "zh-Hans", name: "简体" },
  { id: "en", name: "EN" },
];

/** The first language of the browser's list that the page speaks. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted.map((each) => each.toLowerCase())) {
    if (tag.startsWith("en")) return "en";
    if (/^zh\b.*\b(hant|tw|hk|mo)\b/.test(tag)) return "zh-Hant";
    if (tag.startsWith("zh")) return "zh-Hans";
  }
  return "en";
}

export interface Speech {
  lang: Language;
  /** The text of a key, its {names} filled in. */
  t: (key: Key, values?: Values) => string;
  /** The text of a key that is made up at run time, or null where there is none. */
  maybe: (key: string, values?: Values) => string | null;
  /** A name that the service gives in several languages. */
  named: (names: Names | undefined, otherwise: string) => string;
}

export function speak(lang: Language): Speech {
  const words = WORDS[lang];
  const maybe = (key: string, values: Values = {}): string | null => {
    if (!Object.hasOwn(words, key)) return null;
    return words[key as Key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
  return {
    lang,
    maybe,
    t: (key, values) => maybe(key, values) ?? key,
    named: (names, otherwise) => names?.[lang] ?? names?.["zh-Hant"] ?? names?.en ?? otherwise,
  };
}

export const SpeechContext = createContext<Speech>(speak("en"));

export const useSpeech = (): Speech => useContext(SpeechContext);

export const tileName = (speech: Speech, tile: string): string => speech.maybe(`tile.${tile}`) ?? tile;

export const shortName = (speech: Speech, tile: string): string => speech.maybe(`short.${tile}`) ?? tile;
