// The devices of a person. Each has a credential of its own, of which only the hash is kept, and can be removed: from that
// moment its credential is void, and whatever is open on it ends.
import { randomUUID } from 'node:crypto';
import type { Device } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { AuditLog } from '../log/auditLog.ts';
import type { DeviceStore, Device as StoredDevice } from '../store/deviceStore.ts';
import { hashOf, isEqual, newSecret } from './credentials.ts';

export interface DevicesOptions {
  store: DeviceStore;
  clock: Clock;
  auditLog: Pick<AuditLog, 'note'>;
}

/** The time at which a device was last seen is written this often, not with every request. */
const seenEveryMs = 60_000;

export class Devices {
  readonly #options: DevicesOptions;
  readonly #removalListeners = new Map<string, Set<() => void>>();
  #known: Map<string, StoredDevice> | undefined;

  constructor(options: DevicesOptions) {
    this.#options = options;
  }

  /** Lets a device in. Its credential is told here, once. */
  add(name: string): { device: Device; credential: string } {
    const { store, clock, auditLog } = this.#options;
    const credential = newSecret();
    const now = clock.now();
    const stored = { id: randomUUID(), name, credentialHash: hashOf(credential), createdAt: now, lastSeenAt: now };
    store.save(stored, 'durable');
    this.#all.set(stored.id, stored);
    const device = named(stored);
    auditLog.note({ type: 'device_signed_in', data: { device } });
    return { device, credential };
  }

  /** The device that this credential belongs to, which is thereby seen. */
  holderOf(credential: string): Device | undefined {
    const hash = hashOf(credential);
    const holder = this.list().find(({ credentialHash }) => isEqual(credentialHash, hash));
    if (holder) this.#seen(holder);
    return holder && named(holder);
  }

  list(): StoredDevice[] {
    return [...this.#all.values()];
  }

  rename(id: string, name: string, by: Device): StoredDevice {
    const device = this.#get(id);
    const renamed = { ...device, name };
    this.#options.store.save(renamed, 'durable');
    this.#all.set(id, renamed);
    this.#options.auditLog.note({ type: 'device_renamed', data: { device: named(device), name, by } });
    return renamed;
  }

  remove(id: string, by: Device): void {
    const device = this.#get(id);
    this.#options.store.remove(id);
    this.#all.delete(id);
    this.#options.auditLog.note({ type: 'device_removed', data: { device: named(device), by } });
    // A moment later, so that a device which removes itself is told that this is done.
    setImmediate(() => this.#removalListeners.get(id)?.forEach((listen) => listen()));
  }

  /** Calls back once the device has been removed, unless the returned function is called before. */
  onRemoved(id: string, listen: () => void): () => void {
    const listeners = this.#removalListeners.get(id) ?? new Set();
    this.#removalListeners.set(id, listeners.add(listen));
    return () => {
      listeners.delete(listen);
      if (listeners.size === 0) this.#removalListeners.delete(id);
    };
  }

  /** There is one writer per store, so they are read once. Who is let in must not depend on the disk being well. */
  get #all(): Map<string, StoredDevice> {
    return (this.#known ??= new Map(this.#options.store.list().map((device) => [device.id, device])));
  }

  #get(id: string): StoredDevice {
    const device = this.#all.get(id);
    if (device) return device;
    throw new BeckonError('device_not_found', 'There is no such device. It may have been removed on another one.');
  }

  #seen(device: StoredDevice): void {
    const { store, clock } = this.#options;
    const now = clock.now();
    if (now - device.lastSeenAt < seenEveryMs) return;
    const seen = { ...device, lastSeenAt: now };
    this.#all.set(device.id, seen);
    try {
      store.save(seen, 'relaxed');
    } catch {
      // It is only shown to its person: a disk that fails must not keep the device out.
    }
  }
}

function named({ id, name }: StoredDevice): Device {
  return { id, name };
}
