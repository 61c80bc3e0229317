// A line of the ledger whose photos wait too: they are read first, and the line names the readings.

import { readPhoto } from "./api.ts";
import type { EventBody, HandEventBody } from "./documents.ts";
import type { EventErrand, PhotoErrand, Waiting } from "./queue.ts";

/** The body as it is to be sent, once its photos are. */
export async function onSentPhotos(errand: EventErrand, waiting: readonly Waiting[], put: (photo: PhotoErrand) => Promise<void>): Promise<EventBody> {
  const readings: Record<number, string> = {};
  for (const [winner, key] of Object.entries(errand.photos)) {
    const photo = waiting.find((each): each is PhotoErrand => each.kind === "photo" && each.key === key);
    if (!photo) continue; // taken away by hand: the line stands without it
    const reading = photo.reading ?? (await sent(photo));
    if (!photo.reading) await put({ ...photo, reading });
    readings[Number(winner)] = reading.id;
  }
  return withReadings(errand.body, readings);
}

/** Send a photo that waited, and give what was read in it. */
export const sent = (photo: PhotoErrand): ReturnType<typeof readPhoto> =>
  readPhoto({ file: new File([photo.photo], photo.name), key: photo.key, rules: photo.rules, session: photo.session, club: photo.club }, () => undefined, new AbortController().signal);

function withReadings(body: EventBody, readings: Readonly<Record<number, string>>): EventBody {
  const named = (hand: HandEventBody): HandEventBody => ({
    ...hand,
    wins: hand.wins.map((win, at) => (readings[at] ? { ...win, reading_id: readings[at] } : win)),
  });
  if (body.kind === "hand") return named(body);
  return body.kind === "amend" && body.to.kind === "hand" ? { ...body, to: named(body.to) } : body;
}
