// An invite, opened by its link or typed: to what, as what, and under which name. Or a new password by an owner's code.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ApiFailure, lookAtInvite } from "../api.ts";
import { useAsked } from "../asked.ts";
import type { InviteLook } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import type { Membership } from "../me.ts";
import { TextField } from "../parts/form.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { go, replace } from "../route.ts";

export function ComeIn({ me, route }: { me: Membership; route: { screen: "join" | "reset"; secret: string } }): JSX.Element {
  return (
    <main class="form-screen come-in">
      <div class="scroll">{route.screen === "join" ? <Invited me={me} code={route.secret} /> : <NewPassword me={me} code={route.secret} />}</div>
    </main>
  );
}

export function Invited({ me, code }: { me: Membership; code: string }): JSX.Element {
  const { t } = useSpeech();
  const { answer, error } = useAsked(code, () => lookAtInvite(code));
  if (error) {
    return (
      <>
        <h1>{t("join.title")}</h1>
        <Trouble error={error} />
        <div class="menu">
          <button type="button" class="plain" data-go="account" onClick={() => go({ screen: "account" })}>{t("account.code")}<small>{t("account.code.hint")}</small></button>
        </div>
      </>
    );
  }
  if (!answer) return <p class="note" role="status">{t("club.loading")}</p>;
  return <Who me={me} code={code} look={answer} />;
}

function Who({ me, code, look }: { me: Membership; code: string; look: InviteLook }): JSX.Element {
  const { t } = useSpeech();
  const [name, setName] = useState(me.who?.name ?? "");
  const [error, setError] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const watching = look.role === "viewer";
  const enter = async (as: string | null, player: string | null): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const session = await me.join(code, as, player);
      replace(session ? { screen: "table", id: session } : { screen: "club" });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <form class="way" onSubmit={(event) => (event.preventDefault(), void enter(name.trim() || null, null))}>
      <h1>{t(look.session_id ? "join.table" : "join.club", { club: look.club })}</h1>
      <p class="fine">{t(`role.${look.role}`)}: {t(`role.${look.role}.may`)}</p>
      {!watching && look.players.length > 0 && (
        <section class="choice" role="group" aria-label={t("join.which")}>
          <h3>{t("join.which")}</h3>
          <div class="picks two">
            {look.players.map((player) => (
              <button type="button" class="choose" key={player.id} disabled={busy} onClick={() => void enter(null, player.id)}>{player.name}</button>
            ))}
          </div>
        </section>
      )}
      <TextField label={t("account.shown_name")} name="name" value={name} most={40} onValue={setName} />
      {error && <Trouble error={error} />}
      <button type="submit" class="primary" disabled={busy || (!watching && !name.trim())}>{t(busy ? "confirming" : "join.go")}</button>
    </form>
  );
}

export function NewPassword({ me, code }: { me: Membership; code: string }): JSX.Element {
  const { t } = useSpeech();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<ApiFailure | null>(null);
  const enter = async (): Promise<void> => {
    try {
      await me.reset(code, password);
      replace({ screen: "club" });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(failure);
    }
  };
  return (
    <form class="way" onSubmit={(event) => (event.preventDefault(), void enter())}>
      <h1>{t("account.reset")}</h1>
      <TextField label={t("account.password")} name="password" type="password" most={200} value={password} onValue={setPassword} autoComplete="new-password" hint={t("account.password.hint")} />
      {error && <Trouble error={error} />}
      <button type="submit" class="primary" disabled={password.length < 8}>{t("account.set")}</button>
    </form>
  );
}
