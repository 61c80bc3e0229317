// Labelled sets, as the page asks the service for them.

import { call, post } from "./api.ts";
import type { Added, Audit, Consent, DoubtfulPhoto, HandToAdd, LabelledSet, Merged, SetChanges, SetEdit, SetForm, SetPhoto, SetPhotoEntry } from "./documents.ts";

export const FORMS: readonly SetForm[] = ["yolo", "yolo-obb", "coco", "voc", "label-studio", "cvat", "crops", "csv"];

export const getConsent = (club: string): Promise<Consent> => call<Consent>(`/api/clubs/${club}/consent`);
export const giveConsent = (club: string, given: boolean): Promise<Consent> => post<Consent>(`/api/clubs/${club}/consent`, { given }, {}, undefined, "PUT");
export const listSets = async (club: string): Promise<LabelledSet[]> => (await call<{ sets: LabelledSet[] }>(`/api/clubs/${club}/sets`)).sets;
export const makeSet = (club: string, name: string, splitBy: LabelledSet["split_by"], key: string): Promise<LabelledSet> =>
  post<LabelledSet>(`/api/clubs/${club}/sets`, { name, split_by: splitBy }, { "idempotency-key": key });

export const getSet = (id: string): Promise<LabelledSet> => call<LabelledSet>(`/api/sets/${id}`);
export const deleteSet = (id: string): Promise<null> => call<null>(`/api/sets/${id}`, { method: "DELETE" });
export const listHands = async (id: string): Promise<HandToAdd[]> => (await call<{ hands: HandToAdd[] }>(`/api/sets/${id}/hands`)).hands;
export const addHands = (id: string, hands: readonly { reading_id: string; crop: boolean }[], tileSet: string): Promise<Added> =>
  post<Added>(`/api/sets/${id}/hands`, { hands, tile_set: tileSet });
export const keepVersion = (id: string, note: string): Promise<unknown> => post(`/api/sets/${id}/versions`, { note });
/** What differs between a version and how the set stands now. */
export const setChanges = (id: string, version: number): Promise<SetChanges> => call<SetChanges>(`/api/sets/${id}/diff?before=${version}`);
export const mergeSet = (id: string, other: string, prefer: "ours" | "theirs" | null): Promise<Merged> =>
  post<Merged>(`/api/sets/${id}/merge`, { set_id: other, prefer });
export const auditSet = (id: string): Promise<Audit> => post<Audit>(`/api/sets/${id}/audit`, {});

/** Bring in a ZIP archive of a labelled set. */
export function importSet(id: string, archive: File, form: SetForm): Promise<Added> {
  const body = new FormData();
  body.append("archive", archive, archive.name);
  body.append("form", form);
  return call<Added>(`/api/sets/${id}/import`, { method: "POST", body });
}

/** Where a set's archive lies; what the form can't hold is left out. */
export const exportUrl = (id: string, form: SetForm, version: number | null): string =>
  `/api/sets/${id}/export?form=${form}&lossy=true${version ? `&version=${version}` : ""}`;

export const listPhotos = (id: string, after: string | null): Promise<{ photos: SetPhotoEntry[]; next: string | null }> =>
  call(`/api/sets/${id}/photos${after ? `?after=${after}` : ""}`);
export const listDoubts = async (id: string): Promise<DoubtfulPhoto[]> => (await call<{ photos: DoubtfulPhoto[] }>(`/api/sets/${id}/doubts`)).photos;
export const claimPhoto = (id: string, photo: string, held: boolean): Promise<SetPhoto> => post<SetPhoto>(`/api/sets/${id}/photos/${photo}/claim`, { held });
export const getPhoto = (id: string, photo: string): Promise<SetPhoto> => call<SetPhoto>(`/api/sets/${id}/photos/${photo}`);
export const editPhoto = async (id: string, photo: SetPhoto, edit: SetEdit, key: string): Promise<SetPhoto> =>
  (await post<{ photo: SetPhoto }>(`/api/sets/${id}/photos/${photo.id}/edits`, { after: photo.number, edit }, { "idempotency-key": key })).photo;
