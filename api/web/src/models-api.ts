// A club's own models, as the page asks the service for them.

import { call, post } from "./api.ts";
import type { ClubModel, ClubModels } from "./documents.ts";

export const listModels = (club: string): Promise<ClubModels> => call<ClubModels>(`/api/clubs/${club}/models`);
/** Have a model read the club's photos; null for the one that comes with TaiLens. */
export const chooseModel = (club: string, model: string | null): Promise<ClubModels> =>
  post<ClubModels>(`/api/clubs/${club}/models/used`, { model }, {}, undefined, "PUT");
export const deleteModel = (club: string, model: string): Promise<null> => call<null>(`/api/clubs/${club}/models/${model}`, { method: "DELETE" });

/** Bring the two files that `tailens train` wrote. */
export function bringModel(club: string, model: File, card: File, key: string): Promise<ClubModel> {
  const body = new FormData();
  body.append("model", model, model.name);
  body.append("card", card, card.name);
  return call<ClubModel>(`/api/clubs/${club}/models`, { method: "POST", body, headers: { "idempotency-key": key } });
}
