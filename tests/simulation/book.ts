// What really happened, kept by nobody but the simulation: what people pressed and were told, what agents did.
import type { Answer, Ask, ErrorCode, JsonObject } from '@beckon/protocol';
import type { Call } from './calls.ts';

/** A person's answer, under the key that every copy of its POST carries. */
export interface Press {
  key: string;
  device: string;
  /** As it was on the screen. */
  ask: Ask;
  answer: Answer;
  isNonsense: boolean;
  /** What the gateway said to each copy; `unknown` where it died over it. */
  replies: ('ok' | ErrorCode | 'unknown')[];
  /** Taken back, or perhaps so: the gateway could not say. */
  takenBack: 'no' | 'perhaps' | 'yes';
}

export interface Execution {
  sessionId: string;
  call: Call;
  /** What the tool was really run with. */
  input: JsonObject;
  /** Of the press that it ran on. */
  key?: string;
}

export class Book {
  readonly presses = new Map<string, Press>();
  readonly executions: Execution[] = [];
  /** The calls that a message told of, as text. */
  readonly retold: { sessionId: string; toolName: string; input: JsonObject }[] = [];
  /** The press that has won each ask, as the gateway has confirmed. */
  readonly winners = new Map<string, Press>();
  /** Messages that an agent has read, and of which session they are. */
  readonly read = new Map<string, string>();
  /** Those that the disk did not have then, or has lost with the power since. */
  readonly unkept = new Set<string>();
  readonly interrupted = new Set<string>();
  readonly removed = new Set<string>();
  /** Calls that came back with another input. */
  readonly changed = new Set<string>();
  /** Sessions whose transcript could not be read, or has lost lines: nobody can know all of what was done there. */
  readonly unreadable = new Set<string>();
  /** Sessions in which an agent was ended, by whatever. */
  readonly ended = new Set<string>();
  /** Calls about one ask that a service has taken, and in which life of the gateway. */
  readonly taken: { askId: string; url: string; isReminder: boolean; life: object }[] = [];
}
