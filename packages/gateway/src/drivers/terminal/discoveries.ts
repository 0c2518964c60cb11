// Sessions that their person started in a terminal of their own: the first hook that reports one makes it known.
import type { PermissionMode, SessionId } from '@beckon/protocol';
import { type KnownProcess, processOf } from '../../processes.ts';
import { noFreerThanAsking } from '../claude/modes.ts';
import { namedTranscript } from '../claude/transcript/location.ts';
import type { HookSender } from './hooks/hookServer.ts';
import type { HookPayload } from './hooks/payload.ts';
import { Quota } from './quota.ts';
import type { Reporters } from './reporters.ts';
import type { TerminalAgent } from './terminalAgent.ts';

export interface FoundTerminal {
  cwd: string;
  permissionMode: PermissionMode;
  transcript: string;
  conversationId: string;
  /** Unknown where the hook did not say. */
  process: KnownProcess | undefined;
}

export interface DiscoveriesParts {
  reporters: Reporters;
  /** Where transcripts lie. */
  projects: string;
  /** Undefined where the house does not want it. */
  takeUp(found: FoundTerminal): Promise<TerminalAgent | undefined>;
}

/** Sessions that are taken up at once: each reads its conversation. */
const takenUpAtOnce = 8;

export class Discoveries {
  readonly #parts: DiscoveriesParts;
  readonly #quota = new Quota(takenUpAtOnce);
  readonly #underWay = new Map<SessionId, Promise<TerminalAgent | undefined>>();

  constructor(parts: DiscoveriesParts) {
    this.#parts = parts;
  }

  /** The session that is being taken up just now, once it is. */
  underWay(sessionId: SessionId): Promise<TerminalAgent | undefined> | undefined {
    return this.#underWay.get(sessionId);
  }

  /** Events of a session that is just being taken up wait for that. */
  discover(payload: HookPayload, { pid }: HookSender): Promise<TerminalAgent | undefined> {
    const id = payload.session_id;
    const known = this.#underWay.get(id);
    if (known) return known;
    const takeUp = async () => {
      if (pid === undefined) return this.#takeUp(payload, undefined);
      const isOwn = await this.#parts.reporters.isInOwnTerminal(pid);
      return isOwn ? undefined : this.#takeUp(payload, await processOf(pid));
    };
    const discovery = this.#quota.with(1, takeUp).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, discovery);
    return discovery;
  }

  /** What a hook says of its transcript is not taken on trust. */
  async #takeUp(payload: HookPayload, process: KnownProcess | undefined): Promise<TerminalAgent | undefined> {
    if (payload.hook_event_name === 'SessionEnd') return undefined;
    const named = await namedTranscript(payload.transcript_path, this.#parts.projects);
    if (named?.sessionId !== payload.session_id) return undefined;
    const { sessionId: conversationId, path: transcript } = named;
    const permissionMode = noFreerThanAsking(payload.permission_mode ?? 'default');
    return this.#parts.takeUp({ cwd: payload.cwd, permissionMode, transcript, conversationId, process });
  }
}
