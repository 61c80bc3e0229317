// A moment in the user's words and time zone.

export function when(iso: string, lang: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return "";
  const today = new Date().toDateString() === moment.toDateString();
  return moment.toLocaleString(lang, today ? { hour: "2-digit", minute: "2-digit" } : { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}

/** What a table is called: its title, or its day. */
export const tableName = ({ title, created }: { title: string; created: string }, lang: string): string => title || day(created, lang);

export const day = (iso: string, lang: string): string => new Date(iso).toLocaleDateString(lang, { year: "numeric", month: "short", day: "numeric" });
