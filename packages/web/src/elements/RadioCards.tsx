// A choice among a few ways, each with a line on what it means.
import { useId } from 'react';

interface RadioCard<Value extends string> {
  value: Value;
  name: string;
  meaning: string;
  /** It is dangerous, and why; shown once it is chosen. */
  warning?: string | undefined;
}

export interface RadioCardsProps<Value extends string> {
  legend: string;
  cards: RadioCard<Value>[];
  value: Value;
  isDisabled?: boolean;
  onChoose: (value: Value) => void;
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, cards, value, isDisabled = false, onChoose } = props;
  const name = useId();
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={`grid gap-1.5 ${cards.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {cards.map((card) => (
          <label
            key={card.value}
            className={`flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border px-3 py-2 transition-colors ${lookOf(card, value === card.value)}`}
          >
            <input
              type="radio"
              name={name}
              checked={value === card.value}
              onChange={() => onChoose(card.value)}
              className="mt-0.5 size-4.5 shrink-0 accent-accent"
            />
            <span>
              <span className="block text-sm">{card.name}</span>
              <span className="block text-xs text-muted">{card.meaning}</span>
              {value === card.value && card.warning !== undefined && (
                <span className="block text-xs">{card.warning}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function lookOf({ warning }: RadioCard<string>, isChosen: boolean): string {
  if (warning !== undefined)
    return isChosen ? 'border-danger bg-danger-soft text-danger' : 'border-danger-line text-danger';
  return isChosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-edge';
}
