// All that is kept, as the house sees it. The ports are synchronous, so that a step and its telling are one: nothing can
// come between the write and the telling.
import type { AskStore } from './askStore.ts';
import type { AttemptStore } from './attemptStore.ts';
import type { ChannelStore } from './channelStore.ts';
import type { DeviceStore } from './deviceStore.ts';
import type { Disk } from './disk.ts';
import type { InputStore } from './inputStore.ts';
import type { LogStore } from './logStore.ts';
import type { SessionStore } from './sessionStore.ts';
import type { TrustStore } from './trustStore.ts';
import type { SettingsStore } from './settingsStore.ts';

export interface Stores {
  asks: AskStore;
  inputs: InputStore;
  sessions: SessionStore;
  log: LogStore;
  attempts: AttemptStore;
  devices: DeviceStore;
  trust: TrustStore;
  settings: SettingsStore;
  channels: ChannelStore;
  /** What they all lie on. */
  disk: Disk;
}
