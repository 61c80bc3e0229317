// Others come to this table, or to the club: a code to type, a link, and the link as a QR code.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiFailure, makeInvite } from "../api.ts";
import type { Invite, MemberRole } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import { Dialog } from "./dialog.tsx";
import { Choice, Pick } from "./form.tsx";
import { Trouble } from "./trouble.tsx";

export interface ShareProps {
  club: string;
  /** Null where the whole club is meant. */
  session: string | null;
  roles: readonly MemberRole[];
  onClose: () => void;
}

export function Share({ club, session, roles, onClose }: ShareProps): JSX.Element {
  const { t } = useSpeech();
  const [role, setRole] = useState<MemberRole>(roles[0] ?? "viewer");
  const [made, setMade] = useState<{ role: MemberRole; invite: Invite } | null>(null);
  const [error, setError] = useState<ApiFailure | null>(null);
  const [round, setRound] = useState(0);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    let late = false;
    setMade(null);
    setError(null);
    setCopied(false);
    makeInvite(club, session, role).then(
      (invite) => late || setMade({ role, invite }),
      (failure: unknown) => {
        if (!late && failure instanceof ApiFailure) setError(failure);
      },
    );
    return () => {
      late = true;
    };
  }, [club, session, role, round]);
  // Never, not for a blink, the link of the role that was chosen before.
  const invite = made?.role === role ? made.invite : null;
  const copy = async (): Promise<void> => {
    if (!invite) return;
    if (navigator.share) await navigator.share({ url: invite.url }).catch(() => undefined);
    else await navigator.clipboard?.writeText(invite.url).then(() => setCopied(true), () => undefined);
  };
  return (
    <Dialog title={t(session ? "share.title" : "share.club")} kind="share" onClose={onClose}>
      <Choice title={t("share.as")} kind="how">
        {roles.map((each) => (
          <Pick key={each} on={role === each} onPick={() => setRole(each)} data={`role-${each}`}><b>{t(`role.${each}`)}</b><small>{t(`role.${each}.may`)}</small></Pick>
        ))}
      </Choice>
      {error ? <Trouble error={error} onRetry={() => setRound((n) => n + 1)} /> : !invite ? <p class="note" role="status">{t("share.making")}</p> : (
        <div class="invite">
          <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(invite.qr)}`} alt={t("share.qr")} width={200} height={200} />
          <p class="fine">{t("share.scan")}</p>
          <p class="code" aria-label={t("account.the_code")}>{invite.code}</p>
          <input class="link" readOnly value={invite.url} aria-label={t("share.link")} onFocus={(event) => event.currentTarget.select()} />
          <button type="button" class="primary small" onClick={() => void copy()}>{t(copied ? "share.copied" : "share.send")}</button>
        </div>
      )}
    </Dialog>
  );
}
