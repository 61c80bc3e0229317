// What a table may choose within its rules; what differs from the default is marked and can be put back.

import type { JSX } from "preact";
import type { OptionValue, OptionValues, RuleOption, RuleSet, Seat } from "../documents.ts";
import { SEATS } from "../documents.ts";
import { tileName, useSpeech } from "../i18n/index.ts";
import { MOST, swapSeats, valueOf } from "../options.ts";
import { ROWS } from "../tiles.ts";
import { choiceWords } from "../words.ts";
import { NumberField } from "./number.tsx";
import { Face } from "./tile.tsx";

export interface OptionsProps {
  rules: RuleSet;
  chosen: OptionValues;
  onChoose: (chosen: OptionValues) => void;
}

export function Options({ rules, chosen, onChoose }: OptionsProps): JSX.Element {
  const speech = useSpeech();
  const { t, named } = speech;
  if (!rules.options.length) return <p class="fine">{t("options.none")}</p>;
  return (
    <div class="options">
      {rules.options.map((option) => {
        const changed = valueOf(option, chosen) !== option.default;
        return (
          <div class={changed ? "option changed" : "option"} key={option.id} data-option={option.id}>
            <Field option={option} value={valueOf(option, chosen)} onValue={(value) => onChoose({ ...chosen, [option.id]: value })} />
            {changed && <small>{t("options.default", { value: choiceWords(speech, option, option.default) })}</small>}
          </div>
        );
      })}
      <button type="button" class="plain" disabled={!Object.keys(chosen).length} onClick={() => onChoose({})}>{t("options.reset")}</button>
      <p class="fine">{t("options.hint", { name: named(rules.names, rules.id) })}</p>
    </div>
  );
}

interface FieldProps {
  option: RuleOption;
  value: OptionValue;
  onValue: (value: OptionValue) => void;
}

function Field({ option, value, onValue }: FieldProps): JSX.Element {
  const speech = useSpeech();
  const name = speech.named(option.names, option.id);
  if (option.kind === "flower_seats") return <FlowerSeats name={name} seats={String(value)} onSeats={onValue} />;
  if (option.kind === "number") return <NumberField label={name} value={Number(value)} most={MOST} onValue={onValue} />;
  return (
    <label>
      <span>{name}</span>
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {option.choices?.map((each) => <option key={each.id} value={each.id}>{choiceWords(speech, option, each.id)}</option>)}
      </select>
    </label>
  );
}

/** A seat for each flower. Two swap, so that each seat keeps its two. */
function FlowerSeats({ name, seats, onSeats }: { name: string; seats: string; onSeats: (seats: string) => void }): JSX.Element {
  const speech = useSpeech();
  return (
    <fieldset>
      <legend>{name}</legend>
      <div class="flower-seats">
        {ROWS.f.map((flower, at) => (
          <label key={flower}>
            <Face tile={flower} />
            <select aria-label={tileName(speech, flower)} value={seats[at]} onChange={(event) => onSeats(swapSeats(seats, at, event.currentTarget.value as Seat))}>
              {SEATS.map((seat) => <option key={seat} value={seat}>{speech.t(`seat.${seat}`)}</option>)}
            </select>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
