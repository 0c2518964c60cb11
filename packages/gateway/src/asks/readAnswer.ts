// Checks an answer against its ask before the ask is consumed, so that a malformed one leaves it open.
import type { Answer, Ask } from '@beckon/protocol';
import { answerTypesByKind, BeckonError, readAnswers } from '@beckon/protocol';

/** Gives the answer back in its canonical form, or says what is wrong with it. */
export function readAnswer(ask: Ask, answer: Answer): Answer {
  if (!answerTypesByKind[ask.kind].includes(answer.type)) {
    throw new BeckonError('ask_kind_mismatch', `The agent waits for ${expectations[ask.kind]} here.`);
  }
  switch (answer.type) {
    case 'answers': {
      const reading = readAnswers(ask.kind === 'question' ? ask.questions : [], answer.answers);
      if (!reading.ok) throw new BeckonError('invalid_request', reading.message);
      return { type: 'answers', answers: reading.answers };
    }
    case 'approve':
      if (answer.remember && (ask.kind !== 'approval' || ask.suggestions.length === 0)) {
        throw new BeckonError('invalid_request', '“remember”: this ask offers nothing that could be always allowed.');
      }
      if (answer.permissionMode && ask.kind !== 'plan') {
        throw new BeckonError('invalid_request', '“permissionMode”: only a plan is approved into a mode.');
      }
      if (answer.updatedInput && ask.kind !== 'approval') {
        throw new BeckonError('invalid_request', '“updatedInput”: only the input of a tool can be changed.');
      }
      return answer;
    case 'deny':
      return answer;
  }
}

const expectations: Record<Ask['kind'], string> = {
  approval: 'a yes or no to a tool',
  question: 'answers to its questions',
  plan: 'a yes or no to its plan',
};
