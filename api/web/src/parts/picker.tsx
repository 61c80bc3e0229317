// "What is this tile?": its crop, the likeliest names as large keys, all 42 below. It lies in reach of the thumb.

import type { ComponentChildren, JSX } from "preact";
import type { Corners } from "../documents.ts";
import type { Draft, Piece } from "../draft.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import { inOrder } from "../hand.ts";
import { BACK, ROWS } from "../tiles.ts";
import { Crop } from "./crop.tsx";
import { Dialog } from "./dialog.tsx";
import { Face } from "./tile.tsx";

export interface PickerProps {
  draft: Draft;
  /** The tile to name, or where a new one lies (null: not in the photo). */
  target: { piece: Piece } | { corners: Corners | null };
  onPick: (tile: string) => void;
  onRemove: () => void;
  onWinning: () => void;
  onPull: () => void;
  onAside: () => void;
  onSelect: () => void;
  onClose: () => void;
}

export function Picker(props: PickerProps): JSX.Element {
  const { draft, target, onPick, onClose } = props;
  const speech = useSpeech();
  const { t } = speech;
  const piece = "piece" in target ? target.piece : null;
  const corners = "piece" in target ? target.piece.corners : target.corners;
  return (
    <Dialog
      title={t(piece ? "pick.title" : draft.photo ? "pick.add" : "pick.next")}
      aside={!piece && !draft.photo && <span class="so-far" role="status">{t("pick.so_far", { n: draft.pieces.length })}</span>}
      onClose={onClose}
    >
      {!piece && !draft.photo && <div class="picked" aria-hidden="true">{inOrder(draft).map((each) => <Face key={each.id} tile={each.tile} />)}</div>}
      <div class="picker-top">
        {draft.photo && corners && <Crop photo={draft.photo} corners={corners} />}
        {piece && (
          <div class="likely" role="group" aria-label={t("pick.likely")}>
            {likeliest(piece).map((tile, index) => (
              <button type="button" class={index ? "key" : "key first"} key={tile} data-tile={tile} onClick={() => onPick(tile)}>
                <Face tile={tile} />
                <span>{tileName(speech, tile)}</span>
              </button>
            ))}
          </div>
        )}
      </div>
      {piece && <Roles {...props} piece={piece} />}
      <AllTiles now={piece?.tile ?? null} onPick={onPick}>
        {piece && (
          <div class="keys last">
            <Plain class="danger" onClick={props.onRemove}>{t(piece.corners ? "pick.not_tile" : "pick.remove")}</Plain>
            <Plain onClick={() => onPick(BACK)}>{t("pick.face_down")}</Plain>
          </div>
        )}
      </AllTiles>
    </Dialog>
  );
}

/** All 42 names, and what else may be said of the tile below them. */
export function AllTiles({ now, onPick, children }: { now: string | null; onPick: (tile: string) => void; children: ComponentChildren }): JSX.Element {
  const { t } = useSpeech();
  return (
    <div class="all" role="group" aria-label={t("pick.all")}>
      {Object.entries(ROWS).map(([suit, tiles]) => (
        <div class={`keys ${suit}`} key={suit}>
          {tiles.map((tile) => <Key key={tile} tile={tile} now={now === tile} onPick={onPick} />)}
        </div>
      ))}
      {children}
    </div>
  );
}

/** What it was read as, then the alternatives, three in all. */
function likeliest(piece: Piece): string[] {
  return [...new Set([piece.tile, ...piece.alternatives.map(([tile]) => tile)])].slice(0, 3);
}

function Key({ tile, now, onPick }: { tile: string; now: boolean; onPick: (tile: string) => void }): JSX.Element {
  const speech = useSpeech();
  return (
    <button
      type="button"
      class={now ? "pick now" : "pick"}
      aria-label={tileName(speech, tile)}
      aria-current={now ? "true" : undefined}
      data-tile={tile}
      onClick={() => onPick(tile)}
    >
      <Face tile={tile} />
    </button>
  );
}

/** What the tile is in the hand, for who does not know that a long press selects. */
function Roles(props: PickerProps & { piece: Piece }): JSX.Element {
  const { t } = useSpeech();
  const { piece } = props;
  return (
    <div class="roles">
      {piece.role === "other" && <Plain onClick={props.onPull}>{t("select.include")}</Plain>}
      {piece.role !== "other" && piece.role !== "winning" && piece.role !== "flower" && (
        <Plain onClick={props.onWinning}>{t("select.winning")}</Plain>
      )}
      {(piece.role === "meld" || piece.role === "winning") && <Plain onClick={props.onPull}>{t("select.pull")}</Plain>}
      {piece.role === "concealed" && <Plain onClick={props.onSelect}>{t("select.join")}</Plain>}
      {piece.role !== "other" && <Plain onClick={props.onAside}>{t("select.aside")}</Plain>}
    </div>
  );
}

function Plain({ onClick, children, class: kind = "" }: { onClick: () => void; children: ComponentChildren; class?: string }): JSX.Element {
  return <button type="button" class={`plain ${kind}`} onClick={onClick}>{children}</button>;
}
