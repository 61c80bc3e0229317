// Who belongs to the club, and as what; its list of players; and the ways in that are open.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ClubEntry, ClubMember, ClubPlayer, MemberRole, WayBack } from "../documents.ts";
import { ApiFailure } from "../api.ts";
import { useSpeech } from "../i18n/index.ts";
import type { Membership } from "../me.ts";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/form.tsx";
import { Share } from "../parts/share.tsx";
import { Sure } from "../parts/sure.tsx";
import { Trouble } from "../parts/trouble.tsx";
import type { PeopleOf } from "../people.ts";
import { usePeople } from "../people.ts";
import { keepsBooks } from "../tables.ts";
import { day } from "../when.ts";

const ROLES: readonly MemberRole[] = ["owner", "scorekeeper", "player", "viewer"];

type Open = { kind: "share" } | { kind: "member"; member: ClubMember } | { kind: "player"; player: ClubPlayer } | { kind: "club" };

export function People({ me, club }: { me: Membership; club: ClubEntry }): JSX.Element {
  const { t, lang } = useSpeech();
  const people = usePeople(club.id, club.role);
  const [open, setOpen] = useState<Open | null>(null);
  const owner = club.role === "owner";
  const keeps = keepsBooks(club.role);
  const close = (): void => setOpen(null);
  return (
    <main class="form-screen people">
      <div class="scroll">
        <h1>{t("people.title")}</h1>
        {people.error && <Trouble error={people.error} onRetry={people.refresh} />}
        {people.members.length > 0 && <section aria-label={t("people.members")}>
          <h2>{t("people.members")}</h2>
          <ul class="people-list">
            {people.members.map((member) => (
              <li key={`${member.account_id}${member.session_id}`}>
                <button type="button" class="line-card" disabled={!owner || member.session_id !== null} data-member={member.account_id} onClick={() => setOpen({ kind: "member", member })}>
                  <span class="line-what"><b>{member.name || t("account.guest")}</b><span class="line-tai">{t(`role.${member.role}`)}{member.session_id && ` · ${t("people.one_table")}`}</span></span>
                </button>
              </li>
            ))}
          </ul>
        </section>}
        <section aria-label={t("people.players")}>
          <h2>{t("people.players")}</h2>
          <ul class="people-list">
            {people.players.map((player) => (
              <li key={player.id}>
                <button type="button" class="line-card" disabled={!keeps} data-player={player.id} onClick={() => setOpen({ kind: "player", player })}>
                  <span class="line-what"><b>{player.name || t("player.gone")}</b></span>
                </button>
              </li>
            ))}
          </ul>
          {!people.players.length && <p class="fine empty">{t("people.no_players")}</p>}
        </section>
        {people.invites.length > 0 && (
          <section aria-label={t("people.invites")}>
            <h2>{t("people.invites")}</h2>
            <ul class="people-list">
              {people.invites.map((invite) => (
                <li key={invite.id} class="invite-line">
                  <span>{t(`role.${invite.role}`)}{invite.session_id ? ` · ${t("people.one_table")}` : ""} · {t("people.until", { day: day(invite.expires, lang) })}</span>
                  <button type="button" class="plain" onClick={() => void people.revoke(invite.id)}>{t("people.revoke")}</button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {owner && <button type="button" class="plain" data-do="club" onClick={() => setOpen({ kind: "club" })}>{t("people.club")}</button>}
      </div>
      {keeps && (
        <footer class="bar">
          <button type="button" class="primary" data-do="invite" onClick={() => setOpen({ kind: "share" })}>{t("share.club")}</button>
        </footer>
      )}
      {open?.kind === "share" && (
        <Share club={club.id} session={null} roles={owner ? ["player", "scorekeeper", "viewer", "owner"] : ["player", "viewer"]} onClose={() => (close(), people.refresh())} />
      )}
      {open?.kind === "member" && <MemberDialog member={open.member} people={people} onClose={close} />}
      {open?.kind === "player" && <PlayerDialog player={open.player} people={people} owner={owner} onClose={close} />}
      {open?.kind === "club" && <ClubDialog me={me} club={club} onClose={close} />}
    </main>
  );
}

function MemberDialog({ member, people, onClose }: { member: ClubMember; people: PeopleOf; onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  const [way, setWay] = useState<WayBack | null>(null);
  const ended = (done: boolean): void => void (done && onClose());
  return (
    <Dialog title={member.name || t("account.guest")} onClose={onClose}>
      <div class="menu">
        {ROLES.map((role) => (
          <button type="button" class="plain" key={role} aria-pressed={member.role === role} onClick={() => void people.setRole(member.account_id, role).then(ended)}>
            {t(`role.${role}`)}<small>{t(`role.${role}.may`)}</small>
          </button>
        ))}
        {!member.guest && <button type="button" class="plain" data-do="reset" onClick={() => void people.reset(member.account_id).then(setWay)}>{t("people.reset")}</button>}
        {way && <p class="note" role="status">{t("people.reset.code")} <b class="code">{way.code}</b></p>}
        <Sure label={t("people.remove")} onYes={() => void people.removeMember(member.account_id).then(ended)} />
        {people.refused && <Trouble error={people.refused} />}
      </div>
    </Dialog>
  );
}

function PlayerDialog({ player, people, owner, onClose }: { player: ClubPlayer; people: PeopleOf; owner: boolean; onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  const ended = (done: boolean): void => void (done && onClose());
  const [name, setName] = useState(player.name);
  return (
    <Dialog title={player.name || t("player.gone")} onClose={onClose}>
      <div class="menu">
        <TextField label={t("people.name")} name="player-name" value={name} most={40} onValue={setName} />
        <button type="button" class="plain" disabled={!name.trim() || name === player.name} onClick={() => void people.rename(player.id, name.trim()).then(ended)}>{t("people.rename")}</button>
        {owner && <p class="fine">{t("people.delete.what")}</p>}
        {owner && <Sure label={t("people.delete")} onYes={() => void people.removePlayer(player.id).then(ended)} />}
        {people.refused && <Trouble error={people.refused} />}
      </div>
    </Dialog>
  );
}

function ClubDialog({ me, club, onClose }: { me: Membership; club: ClubEntry; onClose: () => void }): JSX.Element {
  const { t } = useSpeech();
  const [name, setName] = useState(club.name);
  const [error, setError] = useState<ApiFailure | null>(null);
  const attempt = (work: Promise<void>): void => void work.then(onClose, (failure: unknown) => {
    if (!(failure instanceof ApiFailure)) throw failure;
    setError(failure);
  });
  return (
    <Dialog title={t("people.club")} onClose={onClose}>
      <div class="menu">
        <TextField label={t("people.club_name")} name="club-name" value={name} onValue={setName} />
        <button type="button" class="plain" disabled={!name.trim()} onClick={() => attempt(me.renameClub(name.trim()))}>{t("people.rename")}</button>
        <p class="fine">{t("people.delete_club.what")}</p>
        <Sure label={t("people.delete_club")} onYes={() => attempt(me.deleteClub(club.name))} />
        {error && <Trouble error={error} />}
      </div>
    </Dialog>
  );
}
