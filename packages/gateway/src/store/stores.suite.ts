// What every set of stores must do, whatever it keeps things in: the suites of its ports, one after the other.
import type { Stores } from './stores.ts';
import { askStoreSuite } from './askStore.suite.ts';
import { attemptStoreSuite } from './attemptStore.suite.ts';
import { channelStoreSuite } from './channelStore.suite.ts';
import { deviceStoreSuite } from './deviceStore.suite.ts';
import { inputStoreSuite } from './inputStore.suite.ts';
import { logStoreSuite } from './logStore.suite.ts';
import { sessionStoreSuite } from './sessionStore.suite.ts';
import { trustStoreSuite } from './trustStore.suite.ts';
import { settingsStoreSuite } from './settingsStore.suite.ts';

interface OpenedStores extends AsyncDisposable {
  stores: Stores;
}

/** `now` gives the entries of the log their times. */
export type OpenStores = (now: () => number) => Promise<OpenedStores>;

export function storesSuite(name: string, open: OpenStores): void {
  /** One of the ports, with what was written into the log through it. */
  const opening =
    <Port extends keyof Stores>(port: Port) =>
    async () => {
      const { stores, ...opened } = await open(() => 1);
      return { ...opened, store: stores[port], log: () => stores.log.page({ limit: 200 }).entries.toReversed() };
    };
  askStoreSuite(name, opening('asks'));
  sessionStoreSuite(name, opening('sessions'));
  attemptStoreSuite(name, opening('attempts'));
  deviceStoreSuite(name, opening('devices'));
  trustStoreSuite(name, opening('trust'));
  settingsStoreSuite(name, opening('settings'));
  channelStoreSuite(name, opening('channels'));
  inputStoreSuite(name, open);
  logStoreSuite(name, open);
}
