// What became of an ask, in words: what was answered, by whom, and how far the answer has come.
import { permissionModeLabels, withdrawalReasonTexts } from '@beckon/protocol';
import type { Answer, Ask } from '@beckon/protocol';
import type { Submission } from '../store/answering.ts';

export interface Outcome {
  /** For example "Approved on Firefox on Linux". */
  headline: string;
  /** How far the answer has come; absent once there is nothing more to wait for. */
  progress?: string;
  /** What the person wrote to the agent. */
  message?: string;
}

/** Undefined while the ask is open. */
export function outcomeOf(ask: Ask, submission: Submission | undefined): Outcome | undefined {
  switch (ask.state) {
    case 'open':
      return undefined;
    case 'answered':
      return { ...answered(ask, submission), progress: 'Answer saved, on its way to the agent…' };
    case 'delivered':
      return { ...answered(ask, submission), progress: 'Delivered, the agent goes on' };
    case 'settled':
      return answered(ask, submission);
    case 'withdrawn':
      return { headline: ask.withdrawalReason ? withdrawalReasonTexts[ask.withdrawalReason] : 'No longer asked.' };
  }
}

function answered(ask: Ask, submission: Submission | undefined): Outcome {
  if (!ask.answer) return { headline: 'Answered' };
  const isOwn = submission !== undefined && submission.clientKey === ask.answeredBy?.clientKey;
  const device = ask.answeredBy?.device;
  const who = isOwn ? ' by you' : device === undefined ? '' : ` on ${device}`;
  const hasLost = submission?.state === 'failed' && submission.error.code === 'already_answered' && !isOwn;
  const headline = `${hasLost ? 'Another answer came first: ' : ''}${verb(ask, ask.answer)}${who}`;
  const message = ask.answer.type === 'deny' ? ask.answer.message : undefined;
  return { headline, ...(message !== undefined && { message }) };
}

function verb({ kind }: Ask, answer: Answer): string {
  switch (answer.type) {
    case 'answers':
      return 'Answered';
    case 'deny':
      return kind === 'plan' ? 'Sent back' : kind === 'question' ? 'Not answered' : 'Denied';
    case 'approve': {
      const changed = answer.updatedInput ? ' with changes' : '';
      const remembered = answer.remember ? ', and always allowed,' : '';
      const mode = answer.permissionMode ? ` (going on in “${permissionModeLabels[answer.permissionMode].name}”)` : '';
      return `Approved${changed}${remembered}${mode}`;
    }
  }
}
