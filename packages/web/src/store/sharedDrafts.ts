// Keeps a form that is half filled in the same on all of a person's devices: sends on what is typed or picked here, and takes
// over what comes from elsewhere, field by field. What its person is typing in at this moment is left to them.
import type { Ask } from '@beckon/protocol';
import { BeckonError, longestDraftText, openAsks, randomKey } from '@beckon/protocol';
import type { Beckon, BeckonState } from './beckon.ts';
import { fieldsOf, withField } from './draftFields.ts';

/** What is typed goes out at most so often. */
const everyMs = 400;
/** How long what was sent may take to come back as everyone is told it. */
const echoMs = 3000;
/** When what could not be sent is tried again, where the events come all the same. */
const againMs = 3000;

export function shareDrafts({ store, transport }: Pick<Beckon, 'store' | 'transport'>, root: EventTarget = document) {
  const writer = randomKey();
  /** By ask and field: what is to be sent, … */
  const unsent = new Map<string, { askId: string; name: string; text: string }>();
  /** … what was sent and is not back yet, … */
  const sent = new Map<string, string>();
  /** … and what everyone has. */
  const known = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTakingOver = false;

  function noteChanges({ drafts, view }: BeckonState, before: BeckonState): void {
    for (const ask of openAsks(view)) {
      if (sameDrafts(ask, drafts, before.drafts)) continue;
      const fields = fieldsOf(drafts, ask);
      for (const name of new Set([...Object.keys(fields), ...Object.keys(fieldsOf(before.drafts, ask))])) {
        const { [name]: text = '' } = fields;
        const key = keyOf(ask.id, name);
        if (text === (known.get(key) ?? '') || text.length > longestDraftText) continue;
        known.set(key, text);
        unsent.set(key, { askId: ask.id, name, text });
        forgetNote(ask.id, name);
      }
    }
    if (unsent.size > 0) timer ??= setTimeout(send, everyMs);
  }

  function send(): void {
    timer = undefined;
    const waiting = [...unsent.values()];
    unsent.clear();
    for (const askId of new Set(waiting.map((field) => field.askId))) {
      const fields = waiting.filter((field) => field.askId === askId);
      for (const { name, text } of fields) sent.set(keyOf(askId, name), text);
      const given = Object.fromEntries(fields.map(({ name, text }) => [name, text]));
      transport.shareDraft(askId, { writer, fields: given }).then(
        () => setTimeout(() => settle(askId, given), echoMs),
        (thrown: unknown) => {
          // Once there is a connection again. What the gateway refuses stays on this device.
          if (BeckonError.from(thrown).code === 'unreachable') {
            for (const field of fields) {
              const key = keyOf(askId, field.name);
              if (!unsent.has(key)) unsent.set(key, field);
            }
            if (store.getState().connection.state === 'live') timer ??= setTimeout(send, againMs);
          }
          settle(askId, given);
        },
      );
    }
  }

  /** Somebody else may have written since. */
  function settle(askId: string, fields: Record<string, string>): void {
    for (const [name, text] of Object.entries(fields)) {
      const key = keyOf(askId, name);
      if (sent.get(key) === text) sent.delete(key);
    }
    takeOver();
  }

  function takeOver(): void {
    const { view } = store.getState();
    for (const ask of openAsks(view)) {
      for (const [name, field] of Object.entries(view.drafts?.[ask.id] ?? {})) {
        const key = keyOf(ask.id, name);
        if (field.writer === writer && sent.get(key) === field.text) sent.delete(key);
        if (unsent.has(key) || sent.has(key) || isTyping(ask.id, name)) continue;
        known.set(key, field.text);
        const { drafts } = store.getState();
        if ((fieldsOf(drafts, ask)[name] ?? '') === field.text) continue;
        const filled = withField(drafts, ask, { name, text: field.text });
        if (filled === drafts) continue;
        isTakingOver = true;
        store.setState(({ filledIn }) => ({
          drafts: filled,
          filledIn: { ...filledIn, [ask.id]: { ...filledIn[ask.id], [name]: field.device.name } },
        }));
        isTakingOver = false;
      }
    }
  }

  function forgetNote(askId: string, name: string): void {
    const { [name]: note, ...others } = store.getState().filledIn[askId] ?? {};
    if (note !== undefined) store.setState(({ filledIn }) => ({ filledIn: { ...filledIn, [askId]: others } }));
  }

  /** A gateway that has just been started, or was never told, is brought what is still here. */
  function bringMissing(): void {
    const { drafts, view } = store.getState();
    for (const ask of openAsks(view)) {
      const missing = Object.entries(fieldsOf(drafts, ask)).filter(
        ([name, text]) => !view.drafts?.[ask.id]?.[name] && text.length <= longestDraftText,
      );
      if (missing.length === 0) continue;
      for (const [name, text] of missing) known.set(keyOf(ask.id, name), text);
      const fields = Object.fromEntries(missing);
      transport.shareDraft(ask.id, { writer, fields, onlyMissing: true }).catch(() => undefined);
    }
  }

  const stop = store.subscribe((state, before) => {
    if (state.drafts !== before.drafts && !isTakingOver) noteChanges(state, before);
    const { view, connection } = state;
    if (view.epoch !== before.view.epoch) bringMissing();
    if (view.drafts !== before.view.drafts || view.asks !== before.view.asks) takeOver();
    const isLiveAgain = connection.state === 'live' && before.connection.state !== 'live';
    if (isLiveAgain && unsent.size > 0) timer ??= setTimeout(send, 0);
  });
  root.addEventListener('focusout', takeOver);
  if (store.getState().view.epoch !== undefined) bringMissing();
  takeOver();
  return () => {
    stop();
    clearTimeout(timer);
    root.removeEventListener('focusout', takeOver);
  };
}

/** Whether the focus is in the text that this field is typed into. Some texts do not say of which ask they are. */
function isTyping(askId: string, name: string): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) return false;
  return [name, keyOf(askId, name)].includes(field.dataset['draft'] ?? '');
}

function keyOf(askId: string, name: string): string {
  return `${askId} ${name}`;
}

function sameDrafts({ id }: Ask, now: BeckonState['drafts'], before: BeckonState['drafts']): boolean {
  return (
    now.choices[id] === before.choices[id] &&
    now.reasons[id] === before.reasons[id] &&
    now.comments[id] === before.comments[id] &&
    now.inputs[id] === before.inputs[id]
  );
}
