// Who sits at a wind: the player's name at a table whose books are kept, elsewhere the wind's own name.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Seat } from "./documents.ts";
import { SEATS } from "./documents.ts";
import { useSpeech } from "./i18n/index.ts";

/** By player, in the order of the opening. */
export interface Sitters {
  names: readonly string[];
  winds: readonly Seat[];
}

export const SittersContext = createContext<Sitters | null>(null);

/** A function from a wind to who sits there. */
export function useWho(): (wind: Seat) => string {
  const { t } = useSpeech();
  const sitters = useContext(SittersContext);
  return (wind) => (sitters && sitters.names[sitters.winds.indexOf(wind)]) || t(`seat.${wind}`);
}

/** A function from a player, who is named by the letter of where he stands in the order of the opening, to his name. */
export function usePlayer(): (player: Seat) => string {
  const { t } = useSpeech();
  const sitters = useContext(SittersContext);
  return (player) => (sitters && sitters.names[SEATS.indexOf(player)]) || t(`seat.${sitters?.winds[SEATS.indexOf(player)] ?? player}`);
}
