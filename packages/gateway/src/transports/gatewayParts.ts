// The parts of the gateway that a transport opens to clients.
import type { About, Ask, DriverName, EditedFile, JsonObject, Judgement, SandboxSupport } from '@beckon/protocol';
import type { Devices } from '../access/devices.ts';
import type { Pairing } from '../access/pairing.ts';
import type { TrustedFolders } from '../access/trustedFolders.ts';
import type { AnswerDrafts } from '../asks/answerDrafts.ts';
import type { Ledger } from '../asks/ledger.ts';
import type { Comparisons } from '../editedFiles/comparisons.ts';
import type { AuditLog } from '../log/auditLog.ts';
import type { TypingBursts } from '../log/typingBursts.ts';
import type { Actions } from '../notify/actions.ts';
import type { Calls } from '../notify/calls.ts';
import type { Channels } from '../notify/channels.ts';
import type { Attempts } from '../sessions/attempts.ts';
import type { PastSessions } from '../past/pastSessions.ts';
import type { InputStore } from '../store/inputStore.ts';
import type { SessionRegistry } from '../sessions/registry.ts';
import type { Search } from '../search/search.ts';
import type { GrantedRules } from '../rules/grantedRules.ts';
import type { PersonSettings } from '../settings.ts';
import type { EventLog } from '../telling/eventLog.ts';
import type { PushSubscriptions } from '../notify/pushSubscriptions.ts';
import type { Presence } from '../telling/presence.ts';
import type { ShownReceipts } from '../telling/shownReceipts.ts';

export interface GatewayParts {
  /** Without what it takes time to find out. */
  about: About;
  /** Whether commands of a driver's sessions can run in a sandbox; undefined where it has none. */
  sandboxOf: (driver: DriverName) => Promise<SandboxSupport | undefined>;
  sessions: SessionRegistry;
  /** Absent where no driver keeps any. */
  past?: PastSessions;
  ledger: Ledger;
  inputs: InputStore;
  /** The file that an ask would change with this input, as it is now. */
  fileOf: (ask: Ask, input: JsonObject | undefined) => Promise<EditedFile | undefined>;
  /** What an ask would do with this input. */
  judgeInput: (ask: Ask, input: JsonObject) => Promise<Judgement>;
  comparisons: Comparisons;
  drafts: AnswerDrafts;
  auditLog: AuditLog;
  events: EventLog;
  shown: ShownReceipts;
  attempts: Attempts;
  devices: Devices;
  /** Where nothing listens on a port there is nothing to pair with. */
  pairing?: Pairing;
  trust: TrustedFolders;
  settings: PersonSettings;
  rules: GrantedRules;
  typing: TypingBursts;
  channels: Channels;
  push: PushSubscriptions;
  /** Buttons of notifications. */
  actions: Actions;
  calls: Calls;
  /** Whose person has a page before their eyes. */
  presence: Presence;
  /** Where nothing is kept on a disk there is nothing to search. */
  search?: Search;
}
