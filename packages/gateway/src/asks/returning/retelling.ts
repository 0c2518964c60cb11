// What an agent is told, in a message, of an answer to a call that could not come back.
import type { Answer, Ask, JsonObject } from '@beckon/protocol';
import { answersForAgent } from '@beckon/protocol';
import type { House } from '../../sessions/house.ts';
import { nextToTell, orphan } from './parking.ts';

/** Tells an agent what it could not be given otherwise. */
export async function retellAnswers(
  house: House,
  sessionId: string,
  tell: (ask: Ask, text: string) => Promise<void>,
): Promise<void> {
  // Looked up afresh each time: while one is told, another may be taken back.
  for (let ask = nextToTell(house, sessionId); ask; ask = nextToTell(house, sessionId)) {
    house.ledger.hand(ask.id);
    try {
      await tell(ask, retelling(ask));
    } catch (error) {
      orphan(house, ask);
      throw error;
    }
    house.ledger.handed(ask.id);
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

function approval({ kind }: Ask, updatedInput: JsonObject | undefined): string {
  if (kind === 'plan') {
    return 'I accept that plan. If it still stands, present exactly the same plan again: it will be accepted at once.';
  }
  const again = 'If it is still needed, make exactly the same call as above again: it will be let through once';
  if (updatedInput === undefined) return `I approve it. ${again}.`;
  return `I approve it with this input instead: ${JSON.stringify(updatedInput)}\n\n${again}, with my input.`;
}

function decision(ask: Ask, answer: Answer): string {
  switch (answer.type) {
    case 'approve':
      return approval(ask, answer.updatedInput);
    case 'deny':
      return `My answer is no.${answer.message?.trim() ? ` ${answer.message.trim()}` : ''} Go on without it.`;
    case 'answers': {
      const answers = answersForAgent(ask.kind === 'question' ? ask.questions : [], answer.answers);
      const lines = Object.entries(answers).map(([question, chosen]) => `${question} ${chosen}`);
      return [...lines, 'Go on from there.'].join('\n');
    }
  }
}
