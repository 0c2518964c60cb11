// What there is to say about a channel, new or known. A secret that is known is not shown: left empty, it stays.
import type { Channel, ChannelOptions, ChannelType, Privacy } from '@beckon/protocol';
import { channelTypeNames, Occasion, Privacy as Privacies } from '@beckon/protocol';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../elements/Button.tsx';
import { Problem } from '../../elements/Problem.tsx';
import { Switch } from '../../elements/Switch.tsx';
import { useAction } from '../../elements/useAction.ts';
import type { FormField } from './channelForms.ts';
import { channelForms, leavesWords, occasionNames, privacyNames, withLabels } from './channelForms.ts';

type Options = Omit<ChannelOptions, 'isOn'>;

export interface ChannelFormProps {
  type: ChannelType;
  /** The one that is changed; absent where a new one is made. */
  channel?: Channel;
  initialOptions: Options;
  submitLabel: string;
  /** Given what was typed, `null` for what was emptied. */
  onSubmit: (content: Record<string, unknown>) => Promise<void>;
  onDone: () => void;
}

export function ChannelForm({ type, channel, initialOptions, submitLabel, onSubmit, onDone }: ChannelFormProps) {
  const { fields, canHaveButtons } = type === 'push' ? { fields: [], canHaveButtons: true } : channelForms[type];
  const [typed, setTyped] = useState<Record<string, string>>(() => initialValues(fields, channel));
  const [options, setOptions] = useState(initialOptions);
  const { run, isRunning, error } = useAction(onSubmit);
  const change = (some: Partial<Options>) => setOptions((before) => ({ ...before, ...some }));
  const content = { ...options, ...contentOf(fields, typed, channel) };

  return (
    <form
      aria-label={channel ? `Change ${channel.name}` : `New channel: ${channelTypeNames[type]}`}
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(content).then((isDone) => isDone && onDone());
      }}
    >
      <Labelled label="Name">
        {(id) => (
          <input
            id={id}
            required
            maxLength={100}
            value={options.name}
            onChange={(event) => change({ name: event.target.value })}
            className={inputClasses}
          />
        )}
      </Labelled>
      {fields.map((field) => (
        <TypedField
          key={field.name}
          field={field}
          value={typed[field.name] ?? ''}
          isKept={channel?.has.includes(field.name) ?? false}
          onType={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Call me here when</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {Occasion.options.map((occasion) => (
            <label key={occasion} className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-4.5 shrink-0 accent-accent"
                checked={options.occasions.includes(occasion)}
                onChange={(event) => change({ occasions: toggled(options.occasions, occasion, event.target.checked) })}
              />
              {occasionNames[occasion]}
            </label>
          ))}
        </div>
      </fieldset>
      <Labelled label="What it says" hint={leavesWords(type)}>
        {(id) => (
          <select
            id={id}
            aria-describedby={`${id}-hint`}
            value={options.privacy}
            onChange={(event) => change({ privacy: event.target.value as Privacy })}
            className={`${inputClasses} w-full`}
          >
            {Privacies.options.map((privacy) => (
              <option key={privacy} value={privacy}>
                {privacyNames[privacy]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {canHaveButtons && (
        <Switch
          label="Buttons that answer"
          meaning={`Only on what is not risky and shown whole, so it must say all that fits. ${type === 'push' ? '' : 'Whoever reads this channel can press them.'}`}
          isOn={options.hasButtons}
          onChange={(hasButtons) => change({ hasButtons })}
        />
      )}
      <Switch
        label="Only if nobody has seen it after half an hour"
        meaning="For a second way to reach you. The others are called at once, and again after 5 and 30 minutes."
        isOn={options.isBackup}
        onChange={(isBackup) => change({ isBackup })}
      />
      {error && <Problem>{withLabels(error.message, fields)}</Problem>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isBusy={isRunning}>
          {submitLabel}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const inputClasses =
  'min-h-10 w-full min-w-0 rounded-lg border border-edge bg-panel px-3 text-sm pointer-coarse:min-h-11';

interface TypedFieldProps {
  field: FormField;
  value: string;
  /** It has a secret that is not shown. */
  isKept: boolean;
  onType: (value: string) => void;
}

function TypedField({ field, value, isKept, onType }: TypedFieldProps) {
  const { label, hint, input, choices, isOptional = false } = field;
  return (
    <Labelled label={isOptional ? `${label} (optional)` : label} hint={hint}>
      {(id) =>
        choices ? (
          <select id={id} value={value} onChange={(event) => onType(event.target.value)} className={inputClasses}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.name}
              </option>
            ))}
          </select>
        ) : (
          <input
            id={id}
            type={input}
            required={!isOptional && !isKept}
            aria-describedby={hint === undefined ? undefined : `${id}-hint`}
            value={value}
            placeholder={isKept ? 'Kept, and never shown. Type to replace it.' : ''}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => onType(event.target.value)}
            className={inputClasses}
          />
        )
      }
    </Labelled>
  );
}

function Labelled({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string | undefined;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children(id)}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-pretty text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

function initialValues(fields: readonly FormField[], channel: Channel | undefined): Record<string, string> {
  const known = { ...channel } as Record<string, unknown>;
  return Object.fromEntries(
    fields.map(({ name, initially = '' }) => {
      const value = channel ? known[name] : initially;
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
    }),
  );
}

/** A secret that was left empty stays as it is; anything else that was emptied is taken away. */
function contentOf(
  fields: readonly FormField[],
  typed: Record<string, string>,
  channel: Channel | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, input }): [string, unknown][] => {
      const value = typed[name]?.trim() ?? '';
      if (value !== '') return [[name, input === 'number' ? Number(value) : value]];
      const isToEmpty = channel !== undefined && input !== 'password' && name in channel;
      return isToEmpty ? [[name, null]] : [];
    }),
  );
}

function toggled(all: readonly Occasion[], one: Occasion, isOn: boolean): Occasion[] {
  return Occasion.options.filter((occasion) => (occasion === one ? isOn : all.includes(occasion)));
}
