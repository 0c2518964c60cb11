// Where a transport's contract is played: a gateway with an agent behind it, a scripted one or the real one.
import type { Answer, Ask, Device, Session, Transport } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { expect, test } from 'vitest';

export interface Stage extends AsyncDisposable {
  /** A client of its own. */
  connect(): Transport;
  /** An existing folder for sessions. */
  folder: string;
  /** Where agents keep their transcripts. */
  transcripts: string;
  /** Each makes the session's agent ask, and resolves with the ask once it is open. */
  approval(sessionId: string): Promise<Ask>;
  /** For leave to put “new” for “old” in the file. */
  edit(sessionId: string, path: string): Promise<Ask>;
  question(sessionId: string): Promise<Ask>;
  plan(sessionId: string): Promise<Ask>;
  /** What the agent was told about an ask. */
  heard(ask: Ask): Promise<Answer | 'withdrawn'>;
  /** Makes the agent say something and end its turn. */
  say(sessionId: string, text: string): Promise<void>;
  /** Ends the session's agent without a word. */
  killAgent(sessionId: string): void;
  /** Signs a device in. */
  addDevice(name: string): Device;
  /** The same, with a client of its own on it. */
  signIn(name: string): { device: Device; client: Transport };
  /** Decides about a folder, as a person would who trusts it. */
  trustFolder(folder: string): void;
  /** Makes the next start of an agent fail. */
  failNextStart(error: BeckonError): void;
}

/** A test with a stage, a client and a session that is ready for messages. */
export type OnStage = (
  title: string,
  act: (stage: Stage, client: Transport, session: Session) => Promise<void>,
) => void;

export function onStage(openStage: () => Promise<Stage>): OnStage {
  return (title, act) =>
    // oxlint-disable-next-line vitest/valid-title -- each test of the contract brings its own title
    test(title, async () => {
      await using stage = await openStage();
      const client = stage.connect();
      await act(stage, client, await client.createSession({ cwd: stage.folder }));
    });
}

/** What the call failed with, as a client sees it. */
export async function failure(call: Promise<unknown>): Promise<BeckonError> {
  const error: unknown = await call.then(
    () => new Error('it should have failed'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BeckonError);
  return error as BeckonError;
}
