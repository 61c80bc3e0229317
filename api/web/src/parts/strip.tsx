// The hand as a strip of drawn tiles: concealed, melds, winning tile, flowers. Arrow keys walk along it.

import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Draft, KongKind, Piece } from "../draft.ts";
import { isUnsure } from "../draft.ts";
import { groups } from "../hand.ts";
import { useSpeech } from "../i18n/index.ts";
import { shape, TILES } from "../tiles.ts";
import { TileButton } from "./tile.tsx";

export interface StripProps {
  draft: Draft;
  lit: ReadonlySet<number>;
  warned: ReadonlySet<number>;
  /** The selected pieces while selecting, else null. */
  selected: ReadonlySet<number> | null;
  onTap: (id: number) => void;
  onHold: (id: number) => void;
  onPoint: (id: number | null) => void;
  onName: (id: number, tile: string) => void;
  onKong: (meld: number, kind: KongKind) => void;
  onWhichWon: () => void;
}

const KONGS: readonly KongKind[] = ["kong_claimed", "kong_added", "kong_concealed"];

export function Strip(props: StripProps): JSX.Element {
  const { draft, selected } = props;
  const { t } = useSpeech();
  const { concealed, melds, flowers, winning, other } = groups(draft);
  const rank = useRef<string>("");

  const onKey = (piece: Piece) => (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const all = [...document.querySelectorAll<HTMLElement>(".strip [data-piece]")];
      all[all.indexOf(event.currentTarget as HTMLElement) + step]?.focus();
      event.preventDefault();
    } else if (/^[1-9]$/.test(event.key)) {
      rank.current = event.key;
    } else if (rank.current && TILES.includes(rank.current + event.key)) {
      props.onName(piece.id, rank.current + event.key);
      rank.current = "";
    }
  };
  const tile = (piece: Piece): JSX.Element => (
    <TileButton
      key={piece.id}
      id={piece.id}
      tile={piece.tile}
      unsure={isUnsure(piece)}
      warned={props.warned.has(piece.id)}
      lit={props.lit.has(piece.id)}
      selected={selected ? selected.has(piece.id) : null}
      onTap={() => props.onTap(piece.id)}
      onHold={() => props.onHold(piece.id)}
      onKey={onKey(piece)}
      onPoint={(inside) => props.onPoint(inside ? piece.id : null)}
    />
  );

  return (
    <div class={selected ? "strip selecting" : "strip"}>
      <Group name={t("hand.concealed")} count={concealed.length} kind="concealed">{concealed.map(tile)}</Group>
      {melds.map((meld) => (
        <Meld key={meld.id} {...props} meld={meld.id} pieces={meld.pieces}>{meld.pieces.map(tile)}</Meld>
      ))}
      <Group name={t("hand.winning")} kind="winning">
        {winning ? tile(winning) : (
          <button type="button" class="which" onClick={props.onWhichWon}>{t("hand.winning.which")}</button>
        )}
      </Group>
      {flowers.length > 0 && <Group name={t("hand.flowers")} count={flowers.length} kind="flowers">{flowers.map(tile)}</Group>}
      {other.length > 0 && (
        <details class="group other">
          <summary>{t("hand.other", { n: other.length })}</summary>
          <div class="tiles">{other.map(tile)}</div>
        </details>
      )}
    </div>
  );
}

interface GroupProps {
  name: string;
  count?: number;
  kind: string;
  children: ComponentChildren;
}

function Group({ name, count, kind, children }: GroupProps): JSX.Element {
  return (
    <section class={`group ${kind}`} aria-label={name}>
      <h3>{name}{count !== undefined && <span class="count">{count}</span>}</h3>
      <div class="tiles">{children}</div>
    </section>
  );
}

interface MeldProps extends StripProps {
  meld: number;
  pieces: Piece[];
  children: ComponentChildren;
}

function Meld({ draft, meld, pieces, onKong, children }: MeldProps): JSX.Element {
  const { t } = useSpeech();
  const made = shape(pieces.map((piece) => piece.tile));
  if (made !== "kong") {
    const name = t(made === "chow" ? "meld.chow" : made === "pung" ? "meld.pung" : "meld.broken");
    return <Group name={name} kind={made ? "meld" : "meld broken"}>{children}</Group>;
  }
  const kind = draft.kongs[meld] ?? "kong_claimed";
  return (
    <section class="group meld" aria-label={t(`meld.${kind}`)}>
      <select
        class="kong"
        aria-label={t("meld.kind")}
        value={kind}
        onChange={(event) => onKong(meld, event.currentTarget.value as KongKind)}
      >
        {KONGS.map((each) => <option key={each} value={each}>{t(`meld.${each}`)}</option>)}
      </select>
      <div class="tiles">{children}</div>
    </section>
  );
}
