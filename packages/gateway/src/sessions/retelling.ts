// What an agent is told, in a message, of an answer to a call that could not come back.
import type { Answer, Ask } from '@beckon/protocol';
import { answersForAgent } from '@beckon/protocol';
import type { House } from './house.ts';
import { undeliveredAsks } from './parking.ts';

/** Tells an agent what it could not be given otherwise. */
export async function retellAnswers(
  house: House,
  sessionId: string,
  tell: (ask: Ask, text: string) => Promise<void>,
): Promise<void> {
  for (const ask of undeliveredAsks(house, sessionId)) {
    if (!ask.parked?.isOrphaned) continue;
    house.ledger.hand(ask.id);
    await tell(ask, retelling(ask));
    house.ledger.deliver(ask.id);
  }
}

function retelling(ask: Ask): string {
  return [
    `Before you were interrupted, ${caller(ask)} waited for my answer to this call, which did not run:`,
    `${ask.toolName} ${JSON.stringify(ask.input)}`,
    ask.answer ? decision(ask, ask.answer) : '',
  ].join('\n\n');
}

function caller({ agentId }: Ask): string {
  return agentId === undefined ? 'you' : 'one of your subagents';
}

function decision(ask: Ask, answer: Answer): string {
  switch (answer.type) {
    case 'approve':
      return ask.kind === 'plan'
        ? 'I accept that plan. If it still stands, present exactly the same plan again: it will be accepted at once.'
        : 'I approve it. If it is still needed, make exactly the same call again: it will be let through once.';
    case 'deny':
      return `My answer is no.${answer.message?.trim() ? ` ${answer.message.trim()}` : ''} Go on without it.`;
    case 'answers': {
      const answers = answersForAgent(ask.kind === 'question' ? ask.questions : [], answer.answers);
      const lines = Object.entries(answers).map(([question, chosen]) => `${question} ${chosen}`);
      return [...lines, 'Go on from there.'].join('\n');
    }
  }
}
