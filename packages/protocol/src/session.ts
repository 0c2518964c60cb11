// A session: one conversation with an agent, run by a driver.
import { z } from 'zod';
import { Ask } from './ask/ask.ts';
import { Device } from './device.ts';
import { ClientKey, SessionId, Timestamp } from './ids.ts';
import { Prompt, Usage } from './message.ts';
import { PaneSize } from './pane.ts';
import { PastInfo } from './past.ts';
import { PermissionMode } from './permission.ts';

/** A driver's own name: `sdk`, `terminal`, or that of one from outside. */
export const DriverName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'is not the name of a driver');
export type DriverName = z.infer<typeof DriverName>;

/** `dead`: no agent runs; `end` says why, and a message starts one. */
export const SessionState = z.enum(['starting', 'assistant_turn', 'user_turn', 'dead']);
export type SessionState = z.infer<typeof SessionState>;

/**
 * Why a session has no agent running. In each case the next message brings it back; `parked`, so does an answer. An answer
 * that could not be brought to an agent yet (`undelivered`) is tried again. `not_trusted`: its person did not let it into
 * its folder.
 */
export const EndReason = z.enum([
  'idle',
  'parked',
  'undelivered',
  'agent_gone',
  'start_failed',
  'gateway_stopped',
  'not_trusted',
]);
export type EndReason = z.infer<typeof EndReason>;

export const ModelChoice = z.object({ value: z.string(), name: z.string(), description: z.string().optional() });
export type ModelChoice = z.infer<typeof ModelChoice>;

/** What can be done with a session beyond answering its asks; a client offers nothing else. */
export const Ability = z.enum([
  'message',
  'images',
  'documents',
  'interrupt',
  'permission_mode',
  'model',
  'updated_input',
  'pane',
]);
export type Ability = z.infer<typeof Ability>;

/** A model's name as people type it; never a flag, whatever they type. */
export const ModelName = z.string().regex(/^[A-Za-z0-9][\w.:@/[\]-]{0,199}$/, 'is not the name of a model');

/** What an agent in a terminal shows of itself beside the conversation, as far as it does. */
export const TerminalStatus = z.object({
  /** The title of the menu or list that is open in the place of the prompt: it takes keys, and is no ask. */
  menu: z.string().optional(),
  /** Messages that it has taken and not read: it works, and reads them after that. */
  queuedMessages: z.array(z.string()).optional(),
  /** The model that answered last. */
  model: z.string().optional(),
  /** How much of the conversation the model had before it when it answered last. */
  contextTokens: z.int().nonnegative().optional(),
  /** Commands that run in the background. */
  shells: z.int().positive().optional(),
});
export type TerminalStatus = z.infer<typeof TerminalStatus>;

/** Everything about a session but its asks. */
export const SessionInfo = z.object({
  id: SessionId,
  driver: DriverName,
  /** The agent's own id of its conversation, where it has told one; it may change, and need not be the session's. */
  conversationId: z.string().optional(),
  cwd: z.string(),
  title: z.string(),
  state: SessionState,
  permissionMode: PermissionMode,
  /** Those that its running agent can be switched to; absent where that is any that its driver describes. */
  permissionModes: z.array(PermissionMode).optional(),
  /** Absent while the agent's own default is used. */
  model: z.string().optional(),
  /** What the agent offers to switch to; known once it runs. */
  models: z.array(ModelChoice),
  abilities: z.array(Ability),
  /** Its commands run in a sandbox. */
  isSandboxed: z.boolean().optional(),
  /** Its person let it into its folder without the settings of that folder: its agent works as if those were not there. */
  isWithoutFolderSettings: z.boolean().optional(),
  /** It has been ready for input for over a minute, and said so. */
  isIdle: z.boolean().optional(),
  createdAt: Timestamp,
  /** The device on which it was created; absent for one that its person started without Beckon. */
  createdOn: Device.optional(),
  lastActivityAt: Timestamp,
  /** An agent is wanted, and there is no room for it: so many run at once, and all of them are at work. */
  queued: z.object({ agents: z.number().int().positive() }).optional(),
  /** So many more asks wait for their turn: only so many of a session are open at once. */
  moreAsks: z.int().positive().optional(),
  /** Messages that no agent has read yet: one went away before, or has no room to start yet. The next one gets them. */
  unread: z.array(z.string()).optional(),
  terminal: TerminalStatus.optional(),
  /** Added up over all turns, or as the agent keeps it. */
  usage: Usage,
  end: z.object({ reason: EndReason, message: z.string().optional() }).optional(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

/** A session with the asks that are open in it, oldest first. */
export const Session = SessionInfo.extend({
  asks: z.array(Ask),
  /** Present for a session that the agent has kept and Beckon does not run. A message brings it into Beckon. */
  past: PastInfo.optional(),
});
export type Session = z.infer<typeof Session>;
/** The same without its asks, which a client keeps apart. */
export type SessionWithoutAsks = Omit<Session, 'asks'>;

/** The terminal at which a person starts a session by hand, as they start the agent's program itself. */
export const StartingDesk = z.object({
  /** All of it: the program gets this environment, and not the gateway's. */
  environment: z.record(z.string().regex(/^[A-Za-z_]\w*$/, 'is not the name of a variable'), z.string()),
  size: PaneSize.optional(),
});
export type StartingDesk = z.infer<typeof StartingDesk>;

export const CreateSession = z.object({
  /** An absolute folder on the gateway's machine, or one that starts with `~/`. */
  cwd: z.string().min(1).max(4096),
  prompt: Prompt.optional(),
  driver: DriverName.optional(),
  permissionMode: PermissionMode.optional(),
  model: ModelName.optional(),
  title: z.string().trim().min(1).max(200).optional(),
  /** Runs its commands in a sandbox, where its driver has one that works. */
  sandbox: z.boolean().optional(),
  /** Further arguments for `claude`, for a session in a terminal. */
  claudeArguments: z.array(z.string().max(100_000)).max(500).optional(),
  /** Where it is started by hand, for a session in a terminal: it starts by its person's own defaults, unless a mode is named. */
  desk: StartingDesk.optional(),
  /** Goes on with a conversation that the agent has kept in this folder under this id. */
  resume: SessionId.optional(),
  clientKey: ClientKey.optional(),
});
export type CreateSession = z.infer<typeof CreateSession>;

export const UpdateSession = z
  .object({
    permissionMode: PermissionMode.optional(),
    /** `null` goes back to the agent's own default. */
    model: ModelName.nullable().optional(),
    title: z.string().trim().min(1).max(200).optional(),
    /** Puts a past session away, or brings it back to the list. */
    isArchived: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'names nothing to change');
export type UpdateSession = z.infer<typeof UpdateSession>;
