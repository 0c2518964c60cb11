// Ways to break the gateway, each with the promise that the simulation must find broken: what makes it a test that can
// fail. They go through the seams that the gateway has anyway, and change nothing else.
import type { Ask } from '@beckon/protocol';
import { askEvent, BeckonError, isAskEvent, newAsk, wayOf } from '@beckon/protocol';
import type { Stores } from '../../packages/gateway/src/store/stores.ts';
import type { Gateway } from '../../packages/gateway/src/gateway.ts';
import { isSame } from '../../packages/gateway/src/asks/sameCall.ts';
import type { Sabotage } from './world.ts';

export interface SabotageCase extends Sabotage {
  what: string;
  breaks: string;
}

export const sabotages: SabotageCase[] = [
  {
    what: 'a second answer is acknowledged like the first',
    breaks: 'L1|L2',
    gateway: forgiving('already_answered'),
  },
  {
    what: 'an answer that was taken back is taken for a new one when its POST comes again',
    breaks: 'L1',
    stores: (stores) => forgetting(stores, 'takenBack'),
  },
  {
    what: 'answers are written like everything else, and lost with the power',
    breaks: 'L2',
    stores: ({ asks, ...stores }) => ({
      ...stores,
      asks: { ...asks, replace: (ask, from) => asks.replace(ask, from, 'relaxed') },
    }),
  },
  {
    what: 'an answer is acknowledged although the disk did not take it',
    breaks: 'L2',
    gateway: forgiving('store_unavailable'),
  },
  {
    what: 'an answer counts as given although the model that was told of it could not be reached',
    breaks: 'end',
    gateway({ parts: { ledger } }) {
      const park = ledger.park.bind(ledger);
      ledger.park = (id, parked) => {
        const ask = ledger.find(id);
        if (ask?.state !== 'delivered' || wayOf(ask) !== 'told') return park(id, parked);
        ledger.observe(ask.sessionId, ask.toolCallId, { observed: 'ran' });
      };
    },
  },
  {
    what: 'an agent is sent all of the turn again, and not only what the one before it had not read',
    breaks: 'messages',
    driver: (driver) => ({ ...driver, unread: async (_, messageIds) => [...messageIds] }),
  },
  {
    what: 'more agents are started than there is room for',
    breaks: 'room',
    // As if each lived on without the gateway.
    driver: (driver) => ({ ...driver, watch: async () => undefined }),
  },
  {
    what: 'an agent that has come to rest does not give way',
    breaks: 'room',
    driver: (driver) => ({
      ...driver,
      start: async (spec, host) => Object.defineProperty(await driver.start(spec, host), 'isBusy', { value: true }),
    }),
  },
  {
    what: 'an ask is shown before it is written',
    breaks: 'L3',
    gateway({ parts: { ledger, events } }) {
      const open = ledger.open.bind(ledger);
      ledger.open = (draft, expiresAt) => {
        events.append(draft.sessionId, askEvent(newAsk(draft, { id: 'not yet', at: 0 }), 'opened'));
        return open(draft, expiresAt);
      };
    },
  },
  {
    what: 'it is not written that an agent has been given its answer, so that another one gets it too',
    breaks: 'L4',
    stores: (stores) => forgetting(stores, 'handedAt'),
  },
  {
    what: 'an answer goes on its way before its person can take it back',
    breaks: 'delay',
    gateway({ parts: { ledger } }) {
      const answer = ledger.answer.bind(ledger);
      ledger.answer = (...given) => {
        const answered = answer(...given);
        ledger.due(answered.id);
        return answered;
      };
    },
  },
  {
    what: 'an ask that nobody answers in time is approved',
    breaks: 'L4',
    gateway({ parts: { ledger } }) {
      const withdraw = ledger.withdraw.bind(ledger);
      ledger.withdraw = (id, reason) => {
        const ask = ledger.find(id);
        if (reason !== 'expired' || !ask || ask.kind === 'question') return withdraw(id, reason);
        ledger.answer(ask, { type: 'approve' }, { type: 'device', id: 'd1', name: 'nobody' });
      };
    },
  },
  {
    what: 'an answer is carried over to a call that is only nearly the same',
    breaks: 'L5',
    gateway({ parts: { ledger } }) {
      const open = ledger.open.bind(ledger);
      ledger.open = (draft, expiresAt) => {
        const orphans = ledger.unfinished(draft.sessionId).filter((ask) => wayOf(ask) === 'told');
        const similar = orphans.find(({ kind, answer }) => kind === draft.kind && answer?.type === 'approve');
        return open({ ...draft, ...(similar && { input: similar.input }) }, expiresAt);
      };
    },
  },
  {
    what: 'a returning call gets the answer to what it was before, though its input has changed',
    breaks: 'L5|L4',
    gateway({ parts: { ledger } }) {
      const open = ledger.open.bind(ledger);
      ledger.open = (draft, expiresAt) => {
        const before = ledger.unfinished(draft.sessionId).find(({ toolCallId }) => toolCallId === draft.toolCallId);
        const isOther = before && !isSame(before.input, draft.input);
        return open({ ...draft, ...(isOther && { input: before.input }) }, expiresAt);
      };
    },
  },
  {
    what: 'the event log skips a number',
    breaks: 'L6',
    gateway({ parts: { events } }) {
      const cursor = events.cursor.bind(events);
      events.cursor = (position) => {
        const whole = cursor(position);
        return { ...whole, take: () => whole.take().filter(({ event }) => event.seq % 20 !== 19) };
      };
    },
  },
  {
    what: 'clients are not told that an ask is no longer open',
    breaks: 'L6',
    gateway({ parts: { events } }) {
      const append = events.append.bind(events);
      events.append = (sessionId, event) => {
        const isLast = isAskEvent(event) && event.data.ask.phase === 'withdrawn';
        return append(sessionId, isLast ? { type: 'text_delta', data: { messageId: 'none', text: '' } } : event);
      };
    },
  },
  {
    what: 'what came of a call is told of another one than it is kept of',
    breaks: 'conversation',
    gateway({ parts: { events } }) {
      const append = events.append.bind(events);
      events.append = (sessionId, event) => {
        if (event.type !== 'tool_result') return append(sessionId, event);
        return append(sessionId, { ...event, data: { ...event.data, toolCallId: 'another call' } });
      };
    },
  },
  {
    what: 'the asks of an agent that went away are left as they are',
    breaks: 'L7',
    gateway({ parts: { ledger } }) {
      ledger.park = () => undefined;
    },
  },
  {
    what: 'a malformed answer is acknowledged',
    breaks: 'L9',
    gateway: forgiving('invalid_request'),
  },
  {
    what: 'a gateway that starts anew calls for what was called for already',
    breaks: 'calls',
    stores: ({ asks, ...stores }) => ({
      ...stores,
      asks: { ...asks, unfinished: () => asks.unfinished().map(({ called: _, ...ask }) => ask as Ask) },
    }),
  },
  {
    what: 'calling somebody for an ask ends it',
    breaks: 'end',
    gateway({ parts: { ledger } }) {
      ledger.noteCalled = (id) => ledger.withdraw(id, 'interrupted');
    },
  },
];

/** Acknowledges what was refused with this code. */
function forgiving(code: BeckonError['code']): (gateway: Gateway) => void {
  return ({ parts: { ledger } }) => {
    const answer = ledger.answer.bind(ledger);
    ledger.answer = (addressee, given, answeredBy) => {
      try {
        return answer(addressee, given, answeredBy);
      } catch (error) {
        const ask = ledger.find(addressee.askId ?? '');
        if (ask && error instanceof BeckonError && error.code === code) return ask;
        throw error;
      }
    };
  };
}

/** Keeps every step of an ask without one of the ask's fields. */
function forgetting({ asks, ...stores }: Stores, field: keyof Ask): Stores {
  const without = (ask: Ask): Ask => {
    const { [field]: _, ...rest } = ask;
    return rest as Ask;
  };
  return {
    ...stores,
    asks: {
      ...asks,
      insert: (ask, lastSteps) => asks.insert(ask, lastSteps?.map(without)),
      replace: (ask, ...rest) => asks.replace(without(ask), ...rest),
    },
  };
}
