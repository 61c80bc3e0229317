// The documents of `tailens read --json` and `tailens score --json`, as the service passes them on, and the service's own forms.

import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];

export type Point = [number, number];
export type Corners = [Point, Point, Point, Point];
export type Role = "concealed" | "meld" | "flower" | "winning" | "other";
export type Seat = "E" | "S" | "W" | "N";
export type Language = "zh-Hant" | "zh-Hans" | "en";
export const SEATS: readonly Seat[] = ["E", "S", "W", "N"];

export interface ReadTile {
  tile: string;
  confidence: number;
  corners: Corners;
  role: Role;
  hand: number | null;
  alternatives: [string, number][];
}

export interface Change {
  tile: number;
  from: string;
  to: string;
}

export interface ReadHand {
  hand: string;
  legal: boolean;
  suggestion: { hand: string; changes: Change[]; confidence: number } | null;
}

export interface Warning {
  code: string;
  tile?: number | null;
  message: string;
}

export interface ReadDocument {
  photo: string;
  width: number;
  height: number;
  tiles: ReadTile[];
  hands: ReadHand[];
  warnings: Warning[];
}

export type Reading = Omit<Schemas["ReadingOut"], "reading"> & { reading: ReadDocument };

export interface Row {
  id: string;
  tai: number;
  name: string;
  tiles: string;
  source: string;
}

export interface NotCounted extends Row {
  because: string;
  because_name: string;
}

export type RuleSet = Schemas["RulesEntry"];
/** A rule set row by row, with its versions. */
export type WholeRuleSet = Schemas["RulesOut"];
export type RuleOption = Schemas["OptionOut"];
export type Names = Schemas["Names"];
export type OptionValue = RuleOption["default"];
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** One tile to change: from null to add one, to null to take one away. */
export interface TileChange {
  from: string | null;
  to: string | null;
}

/** What a player pays; one who pays for others has several. */
export interface Share {
  payer: Seat;
  tai: number;
  units: number;
  rows: { id: string; tai: number }[];
}

export interface Sheet {
  hand: string;
  rules: { id: string; version: string; options?: OptionValues };
  status: string[];
  total: number | null;
  rows: Row[];
  not_counted: NotCounted[];
  waits: string[];
  settlement: Record<Seat, number> | null;
  /** What nobody has named, as the scorer took it. */
  assumed?: { winning?: string; robbed_flower?: string };
  /* What follows is the explanation. */
  decomposition?: { shape: string; sets: string[]; pairs: string[]; winning_in: string } | null;
  uncapped?: number | null;
  lacks?: number;
  shares?: Share[];
  events_without_effect?: string[];
  nearest?: { count: number; changes: TileChange[] } | null;
}

export type WinBody = Schemas["WinIn"];
export type ScoreBody = Schemas["ScoreIn"];
export type HandBody = Schemas["HandIn"];
export type HandRecord = Omit<Schemas["HandOut"], "sheet" | "settlement"> & {
  sheet: Sheet;
  settlement: Record<Seat, number>;
};

/* A club and its tables. Players are counted from 0 in the order of the opening. */

export type MemberRole = "owner" | "scorekeeper" | "player" | "viewer";
export type EventPost = Schemas["EventPost"];
/** What happened at a table, as a line of its ledger. */
export type EventBody = EventPost["event"];
export type HandEventBody = Schemas["HandEvent"];
export type AmendBody = Schemas["AmendEvent"];
export type WinnerBody = Schemas["WinnerIn"];
export type Abortive = Schemas["AbortedEvent"]["why"];
export type TermsBody = Schemas["TermsIn"];
export type SessionBody = Schemas["SessionIn"];
export type SessionState = Schemas["SessionOut"];
export type SessionEntry = Schemas["ListedOut"];
export type LineState = Schemas["LineOut"];
/** A line with the sheets of a won hand, and the tiles as they were corrected. */
export type LineWhole = Omit<Schemas["LineWholeOut"], "sheets"> & { sheets: WonSheet[] };
export type EventAnswer = Schemas["WrittenOut"];
export type WonSheet = Omit<Schemas["SheetOut"], "sheet"> & { sheet: Sheet };
export type PreviewAnswer = Omit<Schemas["PreviewOut"], "sheets"> & { sheets: WonSheet[] };
/** One event as it was written. */
export type Written = Omit<Schemas["EventsOut"]["events"][number], "event"> & { event: WrittenBody };
/** The same as what is posted; the opening stands first. */
export type WrittenBody = EventBody | { kind: "opened" };

export type SeasonAnswer = Schemas["StandingsOut"];

/* Labelled sets */

export type Consent = Schemas["ConsentOut"];
export type ClubModel = Schemas["ModelOut"];
export type ClubModels = Schemas["ModelList"];
export type LabelledSet = Schemas["SetOut"];
export type SetPhoto = Schemas["SetPhotoOut"];
export type SetPhotoEntry = Schemas["SetPhotoEntry"];
export type SetLabel = Schemas["LabelOut"];
export type Doubt = Schemas["FindingOut"];
export type SetEdit = Schemas["EditPost"]["edit"];
export type HandToAdd = Schemas["HandEntry"];
export type DoubtfulPhoto = Schemas["DoubtOut"];
export type SetForm = Schemas["FormName"];
export type Audit = Schemas["AuditOut"];
export type Added = Schemas["AddedOut"];
export type Merged = Schemas["MergedOut"];
export type SetChanges = Schemas["ChangedOut"];
export type TileChanged = Schemas["TileChanged"];

export type Me = Schemas["MeOut"];
export type ClubEntry = Schemas["MyClub"];
export type ClubMember = Schemas["MemberOut"];
export type ClubPlayer = Schemas["PlayerOut"];
export type OpenInvite = Schemas["InviteOut"];
export type Invite = Schemas["InviteMade"];
export type InviteLook = Schemas["LookOut"];
export type Joined = Schemas["JoinedOut"];
export type WayBack = Schemas["ResetMade"];
