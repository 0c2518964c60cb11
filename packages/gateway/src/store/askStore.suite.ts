// What every ask store must do, whatever it keeps asks in.
import type { Ask, LogDraft } from '@beckon/protocol';
import { withPhase } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import {
  approvalDraft,
  openAsk,
  otherSessionId,
  planDraft,
  questionDraft,
  sessionId,
} from '../../../../tests/support/asks.ts';
import type { AskStore } from './askStore.ts';

export interface OpenedStore extends AsyncDisposable {
  store: AskStore;
  /** What the store has written into the audit log, oldest first. */
  log(): Pick<LogDraft, 'type' | 'askId' | 'data'>[];
}

export function askStoreSuite(name: string, openStore: () => Promise<OpenedStore>): void {
  describe(`ask store: ${name}`, () => {
    test('gives back what was inserted, of every kind', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const asks = [openAsk(approvalDraft()), openAsk(questionDraft()), openAsk(planDraft())];
      for (const ask of asks) store.insert(ask);
      expect(asks.map(({ id }) => store.find(id))).toEqual(asks);
    });

    test('gives back every text unharmed, NUL, quotes and emoji included', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const ask = openAsk(approvalDraft({ toolCallId: 't\'"🎉', input: { command: 'printf "\0" ‮ \ud83d' } }));
      store.insert(ask);
      expect(store.newest(sessionId, 't\'"🎉')).toEqual(ask);
    });

    test('finds nothing where nothing is', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.insert(openAsk(approvalDraft()));
      expect(store.find('none')).toBeUndefined();
      expect(store.newest(otherSessionId, 'toolu_1')).toBeUndefined();
      expect(store.newest(sessionId, 'toolu_2')).toBeUndefined();
      expect(store.forToolCalls(sessionId, [])).toEqual([]);
      expect(store.replace(openAsk(), ['open'], 'durable')).toBe(false);
    });

    test('finds the newest ask of a kind in its session, whatever came of it', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const [first, second] = [openAsk(planDraft()), openAsk(planDraft({ toolCallId: 'toolu_plan_2' }))];
      const elsewhere = openAsk(planDraft({ sessionId: otherSessionId }));
      for (const ask of [first, second, openAsk(approvalDraft()), elsewhere]) store.insert(ask);
      expect(store.newestOfKind(sessionId, 'plan')).toEqual(second);
      expect(store.newestOfKind(sessionId, 'question')).toBeUndefined();
      const withdrawn = withPhase<Ask>({ ...second, state: 'withdrawn', withdrawnAt: 2_000 });
      store.replace(withdrawn, ['open'], 'durable');
      expect(store.newestOfKind(sessionId, 'plan')).toEqual(withdrawn);
    });

    test('refuses a second ask of the same id', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const ask = openAsk();
      store.insert(ask);
      expect(() => store.insert({ ...ask, toolName: 'Write' })).toThrow();
      expect(store.find(ask.id)).toEqual(ask);
    });

    test('writes an ask and the last step of the one whose place it takes together, or neither', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const [orphan, ask] = [openAsk(), openAsk(approvalDraft({ toolCallId: 'toolu_2' }))];
      const settled = withPhase<Ask>({ ...orphan, state: 'settled', settledAt: 2_000 });
      store.insert(orphan);
      store.insert(ask, [settled]);
      expect([store.find(orphan.id), store.find(ask.id)]).toEqual([settled, ask]);
      expect(opened.log().map(({ type }) => type)).toEqual(['ask_opened', 'ask_settled', 'ask_opened']);
      expect(() => store.insert(ask, [orphan])).toThrow();
      expect(store.find(orphan.id)).toEqual(settled);
    });

    test.each(['durable', 'relaxed'] as const)(
      '[L1] replaces an ask only in the expected states: %s',
      async (durability) => {
        await using opened = await openStore();
        const { store } = opened;
        const ask = openAsk();
        const answered = withPhase<Ask>({ ...ask, state: 'answered', answer: { type: 'approve' } });
        const late = withPhase<Ask>({ ...ask, state: 'answered', answer: { type: 'deny' } });
        store.insert(ask);
        expect(store.replace(late, [], durability)).toBe(false);
        expect(store.replace(late, ['answered', 'delivered'], durability)).toBe(false);
        expect(store.find(ask.id)).toEqual(ask);
        expect(store.replace(answered, ['open', 'withdrawn'], durability)).toBe(true);
        expect(store.replace(late, ['open'], durability)).toBe(false);
        expect(store.find(ask.id)).toEqual(answered);
      },
    );

    test('the newest ask of a call is the one inserted last, whatever became of it', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const first = openAsk();
      const second = openAsk(approvalDraft({ input: { command: 'second' } }));
      const other = openAsk(approvalDraft({ toolCallId: 'toolu_2' }));
      const elsewhere = openAsk(approvalDraft({ sessionId: otherSessionId }));
      for (const ask of [first, second, other, elsewhere]) store.insert(ask);
      const withdrawn = withPhase<Ask>({ ...second, state: 'withdrawn' });
      store.replace(withdrawn, ['open'], 'durable');
      expect(store.newest(sessionId, 'toolu_1')).toEqual(withdrawn);
      expect(store.forToolCalls(sessionId, ['toolu_2', 'toolu_9', 'toolu_1'])).toEqual([other, withdrawn]);
    });

    test('lists what is unfinished, oldest first', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const asks = (['open', 'answered', 'delivered', 'settled', 'withdrawn'] as const).map((state, index) =>
        openAsk(approvalDraft({ toolCallId: `toolu_${index}` }), { state }),
      );
      for (const ask of asks) store.insert(ask);
      expect(store.unfinished()).toEqual(asks.slice(0, 3));
      const answered = withPhase<Ask>({ ...asks[0]!, state: 'answered' });
      store.replace(answered, ['open'], 'durable');
      expect(store.unfinished()).toEqual([answered, asks[1], asks[2]]);
    });

    test('gives all asks newest first, in pages that neither overlap nor end early', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const asks = Array.from({ length: 5 }, (_, index) => openAsk(approvalDraft({ toolCallId: `toolu_${index}` })));
      for (const ask of asks) store.insert(ask);
      const pages: Ask[][] = [];
      for (let before: string | undefined, isMore = true; isMore; isMore = before !== undefined) {
        const page = store.page({ before, limit: 2 });
        pages.push(page.asks);
        before = page.next;
      }
      expect(pages).toEqual([[asks[4], asks[3]], [asks[2], asks[1]], [asks[0]]]);
      expect(store.page({ limit: 5 })).toEqual({ asks: asks.toReversed() });
      expect(store.page({ before: '1', limit: 5 })).toEqual({ asks: [] });
    });

    test('a cursor keeps its place while asks are added', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const [oldest, newest] = [openAsk(), openAsk()];
      store.insert(oldest);
      store.insert(newest);
      const { next } = store.page({ limit: 1 });
      store.insert(openAsk());
      expect(store.page({ before: next, limit: 1 }).asks).toEqual([oldest]);
    });

    test('every change is in the log, and nothing else: an ask whole, then what changed of it', async () => {
      await using opened = await openStore();
      const { store } = opened;
      const ask = openAsk();
      const answered = withPhase<Ask>({ ...ask, state: 'answered', answer: { type: 'deny' } });
      store.insert(ask);
      expect(() => store.insert(ask)).toThrow();
      store.replace(answered, ['delivered'], 'durable');
      store.replace(answered, ['open'], 'durable');
      store.replace(withPhase<Ask>({ ...ask, state: 'withdrawn' }), ['answered'], 'relaxed');
      const changed = { state: 'answered', phase: 'held', answer: { type: 'deny' } };
      expect(opened.log()).toMatchObject([
        { type: 'ask_opened', askId: ask.id, data: { ask } },
        { type: 'ask_answered', askId: ask.id, data: { toolName: 'Bash', changed } },
        {
          type: 'ask_withdrawn',
          askId: ask.id,
          data: { changed: { state: 'withdrawn', phase: 'withdrawn' }, removed: ['answer'] },
        },
      ]);
    });
  });
}
