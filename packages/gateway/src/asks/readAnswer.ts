// Checks an answer against its ask before the ask is consumed, so that a malformed one leaves it open.
import type { Answer, Ask } from '@beckon/protocol';
import { BeckonError, kindOf } from '@beckon/protocol';

/** Gives the answer back in its canonical form, or says what is wrong with it. */
export function readAnswer(ask: Ask, answer: Answer): Answer {
  const kind = kindOf(ask);
  if (!kind.answers.includes(answer.type)) {
    throw new BeckonError('ask_kind_mismatch', `The agent waits for ${kind.expects} here.`);
  }
  if (ask.abridged && answer.type === 'approve' && answer.updatedInput) {
    throw new BeckonError('invalid_request', '“updatedInput”: an input that is shown in pieces cannot be changed.');
  }
  const reading = kind.read(ask, answer);
  if (reading.ok) return reading.answer;
  throw new BeckonError('invalid_request', reading.message);
}
