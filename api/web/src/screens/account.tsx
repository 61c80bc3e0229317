// Who holds this phone: come in with a code, sign in, make an account, change the name, sign out.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ApiFailure } from "../api.ts";
import type { Key } from "../i18n/index.ts";
import { useSpeech } from "../i18n/index.ts";
import type { Membership } from "../me.ts";
import { TextField } from "../parts/form.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { go } from "../route.ts";

type Way = "sign_in" | "sign_up" | "rename" | "club" | "code" | "reset";

const TITLES: Record<Way, Key> = {
  sign_in: "account.sign_in", sign_up: "account.sign_up", rename: "account.rename", club: "account.club", code: "account.code", reset: "account.reset",
};
const HINTS: Partial<Record<Way, Key>> = { sign_up: "account.sign_up.hint", code: "account.code.hint", reset: "account.reset.hint" };

export function Account({ me }: { me: Membership }): JSX.Element {
  const { t } = useSpeech();
  const guest = me.who === null || me.who.guest;
  const [way, setWay] = useState<Way | null>(null);
  const ways: Way[] = ["code"];
  if (guest) ways.push("sign_in");
  if (guest && me.who) ways.push("sign_up");
  if (guest) ways.push("reset");
  if (me.who) ways.push("rename");
  if (me.mayFound) ways.push("club");
  return (
    <main class="form-screen account">
      <div class="scroll">
        <h1>{t("account.title")}</h1>
        {me.who && (
          <p class="who-card" data-guest={guest}>
            <b>{me.who.name || t("account.guest")}</b>
            <small>{t(guest ? "account.guest.what" : "account.signed_in")}</small>
          </p>
        )}
        {way === null ? (
          <div class="menu">
            {ways.map((each) => {
              const hint = HINTS[each];
              return <button type="button" class="plain" key={each} data-way={each} onClick={() => setWay(each)}>{t(TITLES[each])}{hint && <small>{t(hint)}</small>}</button>;
            })}
            {!guest && <button type="button" class="plain" data-way="sign_out" onClick={() => void me.signOut()}>{t("account.sign_out")}</button>}
          </div>
        ) : <WayIn key={way} me={me} way={way} onEnd={() => setWay(null)} />}
      </div>
    </main>
  );
}

function WayIn({ me, way, onEnd }: { me: Membership; way: Way; onEnd: () => void }): JSX.Element {
  const { t } = useSpeech();
  const [name, setName] = useState(way === "sign_up" || way === "rename" ? me.who?.name ?? "" : "");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiFailure | null>(null);
  const withCode = way === "code" || way === "reset";
  const withPassword = way === "sign_in" || way === "sign_up";
  const whole = withCode ? code.trim() !== "" : name.trim() !== "" && (!withPassword || password.length >= 8);
  const enter = async (): Promise<void> => {
    if (way === "code") return go({ screen: "join", secret: code.trim() });
    if (way === "reset") return go({ screen: "reset", secret: code.trim() });
    setBusy(true);
    setError(null);
    try {
      if (way === "sign_in") await me.signIn(name.trim(), password);
      else if (way === "sign_up") await me.signUp(name.trim(), password);
      else if (way === "rename") await me.rename(name.trim());
      else await me.makeClub(name.trim());
      onEnd();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <form class="way" onSubmit={(event) => (event.preventDefault(), whole && !busy && void enter())}>
      <h2>{t(TITLES[way])}</h2>
      {withCode && <TextField label={t("account.the_code")} name="code" value={code} onValue={setCode} most={100} />}
      {!withCode && <TextField label={t(way === "club" ? "people.club_name" : "account.name")} name="name" value={name} most={40} onValue={setName} autoComplete={withPassword ? "username" : "off"} />}
      {withPassword && (
        <TextField
          label={t("account.password")}
          name="password"
          type="password"
          value={password}
          most={200}
          onValue={setPassword}
          autoComplete={way === "sign_in" ? "current-password" : "new-password"}
          hint={way === "sign_in" ? undefined : t("account.password.hint")}
        />
      )}
      {error && <Trouble error={error} />}
      <div class="bar-buttons">
        <button type="button" class="plain" onClick={onEnd}>{t("cancel")}</button>
        <button type="submit" class="primary small" disabled={!whole || busy}>{t(busy ? "confirming" : TITLES[way])}</button>
      </div>
    </form>
  );
}
