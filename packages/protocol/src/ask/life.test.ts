// The table of an ask's life, held against itself, against an ask's kept fields, and against the table in ARCHITECTURE.md.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer } from './answer.ts';
import { type Ask, type AskDraft, type EndOfWait, Observation } from './ask.ts';
import type { Happening, HappeningType } from './life.ts';
import { afterStep, newAsk, phaseOf, steps, wayOf } from './life.ts';
import { AskPhase, can, isOnHold, isOpen, isOver, phases } from './phase.ts';

const draft: AskDraft = {
  sessionId: '11111111-1111-4111-8111-111111111111',
  toolCallId: 'toolu_1',
  kind: 'approval',
  toolName: 'Bash',
  input: { command: 'make' },
  suggestions: [],
  defaultToNo: false,
};
const answeredBy = { type: 'device', id: 'd1', name: 'Firefox on Linux', clientKey: 'key' } as const;
const phone = { id: 'd2', name: 'Safari on iPhone' };

const bell = { id: '33333333-3333-4333-8333-333333333333', name: 'Bell', type: 'ntfy' } as const;

const samples: { [T in HappeningType]: Extract<Happening, { type: T }>[] } = {
  answered: [true, false].flatMap((isAwaited) => [
    { type: 'answered', answer: { type: 'approve' }, answeredBy, isAwaited } as const,
    { type: 'answered', answer: { type: 'deny' }, answeredBy, isAwaited } as const,
    { type: 'answered', answer: { type: 'approve' }, answeredBy, isAwaited, dueAt: 5 } as const,
  ]),
  due: [true, false].map((isAwaited) => ({ type: 'due', isAwaited }) as const),
  handed: [{ type: 'handed' }],
  delivered: [{ type: 'delivered' }],
  delivery_failed: [{ type: 'delivery_failed', message: 'No agent.', nextAt: 9 }],
  taken_back: [{ type: 'taken_back' }],
  parked: [false, true].map((isOrphaned) => ({ type: 'parked', reason: 'agent_gone', isOrphaned }) as const),
  resumed: [{ type: 'resumed' }],
  observed: Observation.options.map((observed) => ({ type: 'observed', observed }) as const),
  file_changed: [{ type: 'file_changed', file: { path: '/x', found: 'nothing', sections: [] } }],
  reasoned: [{ type: 'reasoned', reason: 'It cannot be checked before it runs.' }],
  explained: [{ type: 'explained', inTerminal: { type: 'approve' } }],
  carried_over: [{ type: 'carried_over' }],
  withdrawn: [{ type: 'withdrawn', reason: 'interrupted' }],
  lost_sight_of: [{ type: 'lost_sight_of' }],
  given_up: [{ type: 'given_up' }],
  shown: [{ type: 'shown', device: phone }],
  seen: [{ type: 'seen', device: phone }],
  called: [{ type: 'called', call: { channel: bell, ok: true, detail: 'taken' } }],
};
const happenings: Happening[] = Object.values(samples).flat();

const born = () => newAsk(draft, { id: '22222222-2222-4222-8222-222222222222', at: 1 });

/** Every ask that can be reached in a few steps, one for each combination of what its life is made of. */
function reachable(): Ask[] {
  const known = new Map<string, Ask>();
  const queue = [born()];
  for (let ask = queue.pop(); ask; ask = queue.pop()) {
    const key = [ask.phase, ask.state, wayOf(ask), ask.answer?.type, ask.failedDelivery !== undefined].join();
    if (known.has(key)) continue;
    known.set(key, ask);
    for (const happening of happenings) queue.push(...[afterStep(ask, happening, 2)].flatMap((next) => next ?? []));
  }
  return [...known.values()];
}

/** Where each happening leads from each phase, as the code has it. */
function transitions(): { from: AskPhase; type: HappeningType; to: AskPhase[] }[] {
  const asks = reachable();
  return AskPhase.options.flatMap((from) =>
    (Object.keys(steps) as HappeningType[]).flatMap((type) => {
      const nexts = asks
        .filter(({ phase }) => phase === from)
        .flatMap((ask) => samples[type].flatMap((happening) => afterStep(ask, happening, 2)?.phase ?? []));
      const to = AskPhase.options.filter((phase) => nexts.includes(phase));
      return to.length > 0 ? [{ from, type, to }] : [];
    }),
  );
}

describe('the life of an ask', () => {
  test('every phase can be reached', () => {
    expect(new Set(reachable().map(({ phase }) => phase))).toEqual(new Set(AskPhase.options));
  });

  test('a step is possible in just the phases that its table names', () => {
    for (const ask of reachable()) {
      for (const happening of happenings) {
        const isPossible = steps[happening.type].from.includes(ask.phase);
        expect(afterStep(ask, happening, 2) !== undefined, `${ask.phase} ${happening.type}`).toBe(isPossible);
      }
    }
  });

  test('[L1] nothing happens to an ask that is over, but that what the terminal answered comes to be known', () => {
    for (const ask of reachable().filter(isOver)) {
      for (const happening of happenings.filter(({ type }) => type !== 'explained')) {
        expect(afterStep(ask, happening, 2)).toBeUndefined();
      }
    }
  });

  test('[L11] what was answered in the terminal is noted once, on an ask that was withdrawn for it', () => {
    const explained = { type: 'explained', inTerminal: { type: 'deny', message: 'Not now.' } } as const;
    const withdrawnFor = (reason: EndOfWait) => afterStep(born(), { type: 'withdrawn', reason }, 2)!;
    const answeredThere = withdrawnFor('answered_in_terminal');
    const known = afterStep(answeredThere, explained, 3)!;
    expect(known).toEqual({ ...answeredThere, inTerminal: explained.inTerminal });
    expect(afterStep(known, { type: 'explained', inTerminal: { type: 'approve' } }, 4)).toBe(known);
    const interrupted = withdrawnFor('interrupted');
    expect(afterStep(interrupted, explained, 3)).toBe(interrupted);
    const gone = withdrawnFor('agent_gone');
    expect(afterStep(gone, { type: 'explained', inTerminal: { type: 'approve' } }, 3)).toBe(gone);
  });

  test.each(['interrupted', 'expired'] as const)(
    '[L11] a yes in the terminal is noted on an ask that was %s',
    (reason) => {
      const withdrawn = afterStep(born(), { type: 'withdrawn', reason }, 2)!;
      const inTerminal = { type: 'approve' } as const;
      expect(afterStep(withdrawn, { type: 'explained', inTerminal }, 3)).toEqual({
        ...withdrawn,
        withdrawalReason: 'answered_in_terminal',
        inTerminal,
      });
    },
  );

  test('[L4] no step but an answer gives an ask an answer, and only taking it back takes it away', () => {
    const life = fc.array(fc.constantFrom(...happenings), { maxLength: 12 });
    fc.assert(
      fc.property(life, (happened) => {
        happened.reduce((ask, happening) => {
          const next = afterStep(ask, happening, 2) ?? ask;
          if (happening.type === 'answered' || happening.type === 'taken_back') return next;
          expect(next.answer).toEqual(ask.answer);
          return next;
        }, born());
      }),
    );
  });

  test('an answer that an agent was given cannot be taken back or given up', () => {
    const handed = reachable().filter(({ phase }) => phase === 'handed');
    for (const ask of handed) {
      expect(afterStep(ask, { type: 'taken_back' }, 2)).toBeUndefined();
      expect(afterStep(ask, { type: 'given_up' }, 2)).toBeUndefined();
    }
  });

  test('the phase says just what the kept fields say', () => {
    for (const ask of reachable()) expect(ask.phase).toBe(phaseOf(ask));
  });

  test('what a phase offers is what its steps take', () => {
    const stepOf = {
      answer: 'answered',
      'take back': 'taken_back',
      'try now': 'handed',
      'give up': 'given_up',
    } as const;
    for (const phase of AskPhase.options) {
      for (const [action, type] of Object.entries(stepOf)) {
        expect(can({ phase }, action as keyof typeof stepOf), `${phase} ${action}`).toBe(
          steps[type].from.includes(phase),
        );
      }
    }
  });

  test('an ask is open, delayed, on hold, handed or over, and nothing else', () => {
    for (const ask of reachable()) {
      const is = [isOpen(ask), ask.phase === 'delayed', isOnHold(ask), ask.phase === 'handed', isOver(ask)];
      expect(is.filter(Boolean)).toHaveLength(1);
    }
  });

  const yes: Answer = { type: 'approve' };
  const no: Answer = { type: 'deny' };
  const sqlite: Answer = { type: 'answers', answers: { 0: 'SQLite' } };
  const postgres: Answer = { type: 'answers', answers: { 0: 'PostgreSQL' } };
  test.each<[given: Answer, observed: Observation, inTerminal: Answer | undefined, phase: AskPhase]>([
    [no, 'ran', undefined, 'contradicted'],
    [no, 'ran', yes, 'contradicted'],
    [no, 'failed', yes, 'contradicted'],
    [no, 'failed', undefined, 'done'],
    [no, 'stopped', undefined, 'contradicted'],
    [yes, 'stopped', undefined, 'done'],
    [no, 'did_not_run', no, 'done'],
    [no, 'went_on', undefined, 'done'],
    [yes, 'ran', undefined, 'done'],
    [yes, 'failed', yes, 'done'],
    [yes, 'did_not_run', undefined, 'contradicted'],
    [yes, 'did_not_run', no, 'contradicted'],
    [{ ...yes, updatedInput: { command: 'make clean' } }, 'ran', yes, 'contradicted'],
    [{ ...yes, remember: true }, 'ran', yes, 'contradicted'],
    [sqlite, 'ran', sqlite, 'done'],
    [sqlite, 'ran', postgres, 'contradicted'],
  ])('[L11] answered %o, %s, with %o in the terminal, it is %s', (answer, observed, inTerminal, phase) => {
    const handed = afterStep(born(), { type: 'answered', answer, answeredBy, isAwaited: true }, 2)!;
    expect(afterStep(handed, { type: 'observed', observed, inTerminal }, 3)?.phase).toBe(phase);
  });

  test('a device is noted once, and seeing an ask is being sent it', () => {
    const seen = afterStep(born(), { type: 'seen', device: phone }, 5);
    expect(seen).toMatchObject({ shown: [{ device: phone, at: 5 }], seen: [{ device: phone, at: 5 }] });
    expect(seen && afterStep(seen, { type: 'shown', device: phone }, 6)).toBe(seen);
  });

  test('twenty devices are noted, and no more', () => {
    const devices = Array.from({ length: 30 }, (_, index) => ({ id: `d${index}`, name: 'a phone' }));
    const ask = devices.reduce((now, device) => afterStep(now, { type: 'shown', device }, 2) ?? now, born());
    expect(ask.shown).toHaveLength(20);
  });

  test('twenty calls are noted, and the oldest failures give way', () => {
    const first = afterStep(born(), { type: 'called', call: { channel: bell, ok: true, detail: 'taken' } }, 1)!;
    const failed = (detail: number) =>
      ({ type: 'called', call: { channel: bell, ok: false, detail: `${detail}` } }) as const;
    const ask = Array.from({ length: 30 }, (_, index) => failed(index)).reduce(
      (now, failure) => afterStep(now, failure, 2) ?? now,
      first,
    );
    expect(ask.called).toHaveLength(20);
    expect([ask.called?.[0]?.detail, ask.called?.[1]?.detail, ask.called?.at(-1)?.detail]).toEqual([
      'taken',
      '11',
      '29',
    ]);
  });
});

test('ARCHITECTURE.md prints the table as it is', () => {
  const architecture = readFileSync(new URL('../../../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const printed = architecture
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => cells(line).join('|'));
  for (const line of tableLines()) expect(printed).toContain(cells(line).join('|'));
});

function tableLines(): string[] {
  const all = transitions();
  const rows = AskPhase.options.map((phase) => {
    const { means, answer, actions } = phases[phase];
    const leads = all.filter(({ from, to }) => from === phase && !(to.length === 1 && to[0] === phase));
    const next = leads.map(({ type, to }) => `${type} → ${to.join(', ')}`).join('; ');
    return `| \`${phase}\` | ${means} | ${answer} | ${actions.join(', ') || '–'} | ${next || '–'} |`;
  });
  return ['| phase | it means | an answer | a person can | what leads on |', ...rows];
}
