// Where sessions are kept, with their messages, and the images and documents in them. None of it is needed to answer an ask, so it is written
// relaxed: it survives the process. Starts, ends and the like go into the audit log in the same step.
import type { AttachmentType, Device, Message, PermissionMode, PromptPart, SessionInfo } from '@beckon/protocol';

export interface SessionStore {
  saveSession(session: StoredSession): void;
  /** In the order in which they were first saved. */
  listSessions(): StoredSession[];
  /** Its messages, images and documents go with it; its entries in the log stay. */
  deleteSession(sessionId: string, device?: Device): void;
  /** All of them or none. Throws `store_unavailable` where their session is not kept, because that could not be written yet. */
  saveMessages(sessionId: string, messages: readonly Message[]): void;
  readMessage(sessionId: string, messageId: string): Message | undefined;
  /** The newest messages, or those before the cursor, in reading order. */
  listMessages(sessionId: string, query: MessageQuery): StoredPage;
  /** Throws where its session is not kept, as for a message. */
  saveAttachment(sessionId: string, attachmentId: string, attachment: StoredAttachment): void;
  readAttachment(sessionId: string, attachmentId: string): StoredAttachment | undefined;
}

export interface StoredSession extends SessionInfo {
  /** [L15] The mode that its person chose, in which its agents are started; `permissionMode` is what the agent reports. */
  chosenMode?: PermissionMode;
  /** Its person has given it its title, here or where its agent runs. */
  isNamed?: boolean;
  /** The name that its agent told last. */
  agentTitle?: string;
  /** Messages that its agent has been sent, and may not have read. */
  sent?: string[];
  /** Its person's own arguments for the agent's program. */
  claudeArguments?: string[];
  /** Nobody has chosen a mode in Beckon: its agents start as their program does by itself. */
  hasOwnDefaults?: boolean;
  /** Messages for an agent that cannot start yet, and tells itself what it was sent. */
  held?: { id: string; parts: PromptPart[] }[];
  /** Where its agent keeps what came before the first message that is kept here. */
  past?: string;
  /** All that its agent keeps before this place is kept here, or lies in that past. */
  place?: string;
}

export interface MessageQuery {
  /** A cursor from an earlier page; the newest messages without it. */
  before?: string | undefined;
  limit: number;
}

export interface StoredPage {
  messages: Message[];
  next?: string;
}

export interface StoredAttachment {
  mediaType: AttachmentType;
  data: Uint8Array;
}
