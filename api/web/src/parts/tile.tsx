// One drawn tile: a picture, and as a button with what a person should know about it.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { tileName, useSpeech } from "../i18n/index.ts";
import { faceUrl } from "../tiles.ts";

/** A tile's picture. Its name is said by whatever stands around it, or by `named`. */
export function Face({ tile, named = false }: { tile: string; named?: boolean }): JSX.Element {
  const speech = useSpeech();
  return <img class="face" src={faceUrl(tile)} alt={named ? tileName(speech, tile) : ""} draggable={false} />;
}

export interface TileButtonProps {
  id: number;
  tile: string;
  unsure?: boolean;
  warned?: boolean;
  lit?: boolean;
  selected?: boolean | null;
  onTap: () => void;
  onHold?: () => void;
  onKey?: (event: KeyboardEvent) => void;
  onPoint?: (inside: boolean) => void;
}

const HOLD_MS = 450;

export function TileButton(props: TileButtonProps): JSX.Element {
  const { id, tile, unsure = false, warned = false, lit = false, selected = null, onTap, onHold, onKey, onPoint } = props;
  const speech = useSpeech();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const classes = ["tile", unsure && "unsure", warned && "warned", lit && "lit", selected && "selected"].filter(Boolean);
  const label = [tileName(speech, tile), unsure && speech.t("warning.unsure")].filter(Boolean).join(", ");
  const release = (): void => clearTimeout(timer.current);

  return (
    <button
      type="button"
      class={classes.join(" ")}
      aria-label={label}
      aria-pressed={selected === null ? undefined : selected}
      data-piece={id}
      data-tile={tile}
      onPointerDown={() => {
        held.current = false;
        if (onHold) timer.current = setTimeout(() => ((held.current = true), onHold()), HOLD_MS);
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => (release(), onPoint?.(false))}
      onFocus={() => onPoint?.(true)}
      onBlur={() => onPoint?.(false)}
      onContextMenu={(event) => onHold && event.preventDefault()}
      onKeyDown={onKey}
      onClick={() => {
        if (!held.current) onTap();
        held.current = false;
      }}
    >
      <Face tile={tile} />
      {unsure && <span class="badge" aria-hidden="true">?</span>}
      {!unsure && warned && <span class="badge" aria-hidden="true">!</span>}
    </button>
  );
}
