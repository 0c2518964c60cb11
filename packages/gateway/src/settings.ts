// What a person has set for all of their devices: read once, kept by the store, told to every client when it changes. What
// was given when the gateway was started holds before it, for as long as it runs.
import type { Device, SettingName, Settings, SettingValues, UpdateSettings } from '@beckon/protocol';
import { BeckonError, readKeptSettings } from '@beckon/protocol';
import type { AskLimit } from './house.ts';
import type { AuditLog } from './log/auditLog.ts';
import type { SettingsStore } from './store/settingsStore.ts';

/** A setting that the command line or the environment has fixed, and the words that it was given with. */
export type GivenSettings = { [Name in SettingName]?: { value: SettingValues[Name]; words: string } };

export interface PersonSettingsOptions {
  store: SettingsStore;
  given?: GivenSettings | undefined;
  auditLog: AuditLog;
  /** Hears of every change after it is kept. */
  onChange(settings: Settings): void;
}

export class PersonSettings {
  readonly #options: PersonSettingsOptions;
  #current: Settings;

  constructor(options: PersonSettingsOptions) {
    this.#options = options;
    this.#current = this.#inForce(readKeptSettings(options.store.read()));
  }

  get current(): Settings {
    return this.#current;
  }

  /** How long an agent waits for an answer, and what comes then. */
  get askLimit(): AskLimit {
    const { askLimitMinutes, whenUnanswered } = this.#current;
    return askLimitMinutes === 0 ? { outcome: 'wait' } : { outcome: whenUnanswered, afterMs: askLimitMinutes * 60_000 };
  }

  update(change: UpdateSettings, device: Device): Settings {
    const { store, given = {}, auditLog, onChange } = this.#options;
    for (const name of Object.keys(change) as SettingName[]) {
      const fixed = given[name];
      if (fixed) throw new BeckonError('invalid_request', `“${name}”: ${fixedWords(fixed.words)}`);
    }
    store.write(change);
    this.#current = this.#inForce(readKeptSettings(store.read()));
    auditLog.note({ type: 'settings_changed', data: { ...change, device } });
    onChange(this.#current);
    return this.#current;
  }

  #inForce(kept: SettingValues): Settings {
    const given = Object.entries(this.#options.given ?? {});
    if (given.length === 0) return kept;
    const values = Object.fromEntries(given.map(([name, { value }]) => [name, value]));
    return { ...kept, ...values, givenAtStart: Object.fromEntries(given.map(([name, { words }]) => [name, words])) };
  }
}

function fixedWords(words: string): string {
  return `this gateway was started with ${words}. To set it for all devices, start the gateway without that.`;
}
