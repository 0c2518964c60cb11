// Sends answers. What was pressed is noted in the same step as it is sent, so that a double click answers once; that the ask
// is done is learnt from the gateway's broadcast, in this tab as in every other.
import { BeckonError, randomKey } from '@beckon/protocol';
import type { Answer, Ask, Transport } from '@beckon/protocol';
import type { BeckonStore } from './beckon.ts';

export type Submission = { answer: Answer; clientKey: string } &
  /** On its way, or with the gateway, whose broadcast follows. */
  ({ state: 'sent' } | { state: 'failed'; error: BeckonError });

export interface Answering {
  /** Does nothing while an answer to this ask is on its way. A failure is kept in the ask's submission. */
  answer: (ask: Ask, answer: Answer) => Promise<void>;
}

export function createAnswering(store: BeckonStore, transport: Transport): Answering {
  const setSubmission = (ask: Ask, submission: Submission) =>
    store.setState(({ submissions }) => ({ submissions: { ...submissions, [ask.id]: submission } }));

  return {
    async answer(ask, answer) {
      const earlier = standingSubmission(ask, store.getState().submissions[ask.id]);
      if (earlier && earlier.state !== 'failed') return;
      const bound = boundTo(ask, answer);
      const attempt = { answer: bound, clientKey: keyFor(bound, earlier) };
      // On its way before the page is drawn anew: the agent waits for the one, nobody for the other.
      const sending = transport.answer(ask.id, bound, attempt.clientKey);
      setSubmission(ask, { ...attempt, state: 'sent' });
      try {
        await sending;
      } catch (thrown) {
        setSubmission(ask, { ...attempt, state: 'failed', error: BeckonError.from(thrown) });
      }
    },
  };
}

/** [L5] The approval of an edit is for its file as this page shows it; with another input, for the one shown with that. */
function boundTo({ file }: Ask, answer: Answer): Answer {
  if (answer.type !== 'approve' || answer.updatedInput || file?.version === undefined) return answer;
  return { ...answer, fileVersion: file.version };
}

/** What was sent from here, unless it has been taken back since, on this device or another. */
export function standingSubmission(ask: Ask, submission: Submission | undefined): Submission | undefined {
  return isTakenBack(ask, submission?.clientKey) ? undefined : submission;
}

export function isTakenBack({ takenBack = [] }: Ask, clientKey: string | undefined): boolean {
  return clientKey !== undefined && takenBack.includes(clientKey);
}

/** The same answer sent again after a failure is the same attempt, in case the first did arrive. */
function keyFor(answer: Answer, earlier: Submission | undefined): string {
  const isSame = earlier && JSON.stringify(earlier.answer) === JSON.stringify(answer);
  return isSame ? earlier.clientKey : randomKey();
}
