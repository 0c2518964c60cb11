// The devices of a person. Each has a credential of its own in two halves, a cookie and a key, of which only the hashes are
// kept. It works at the origin that it was made for, and can be removed: from that moment it is void, and whatever is open on
// it ends.
import { randomUUID } from 'node:crypto';
import type { Device } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { AuditLog } from '../log/auditLog.ts';
import type { DeviceStore, Device as StoredDevice } from '../store/deviceStore.ts';
import { hashOf, isEqual, newSecret } from './credentials.ts';
import { Endings } from './endings.ts';

export interface DevicesOptions {
  store: DeviceStore;
  clock: Clock;
  auditLog: Pick<AuditLog, 'note'>;
  /** Hears of a device that was not known before. */
  onAdded?: (device: Device) => void;
  /** Hears that one was removed, after that is kept. */
  onGone?: (device: Device) => void;
}

/** Where a device is, as far as its requests tell. */
export interface Whereabouts {
  address?: string | undefined;
  /** What it runs, in words. */
  program?: string | undefined;
}

export interface NewDevice extends Whereabouts {
  name: string;
  /** The scheme, host and port that its credential works at. */
  origin: string;
}

/** What a device is let in by, told once. */
export interface Credential {
  cookie: string;
  key: string;
}

/** What a browser shows: the cookie that it sends to every port, the key of its page, and the host that it asked for. */
export interface ShownCredential extends Whereabouts {
  cookie: string;
  key: string | undefined;
  host: string | undefined;
}

/** What a shown credential is worth. `half`: the cookie is right, and the key that belongs to it is missing. */
export type Standing =
  { is: 'whole'; device: Device; origin: string } | { is: 'half' | 'removed'; device: Device } | { is: 'unknown' };

/** A device that is signed in, and whether it has a page open. */
export type PresentDevice = StoredDevice & { isHere?: true };

/** The time at which a device was last seen is written this often, not with every request. */
const seenEveryMs = 60_000;

/** How many of those that were removed are remembered, so that they can be told. */
const mostRemoved = 100;

export class Devices {
  readonly #options: DevicesOptions;
  readonly #endings = new Endings();
  #known: KnownDevices | undefined;

  constructor(options: DevicesOptions) {
    this.#options = options;
  }

  /** Lets a device in. Its credential is told here, once. */
  add(about: NewDevice): { device: Device; credential: Credential } {
    const letIn = this.#letIn({ id: randomUUID(), createdAt: this.#options.clock.now(), ...about });
    this.#options.onAdded?.(letIn.device);
    return letIn;
  }

  /** The device that this cookie was given to, unless it was removed. */
  holderOf(cookie: string): Device | undefined {
    const holder = this.#holderOf(cookie);
    return holder && named(holder);
  }

  /** Lets the holder of this cookie in anew, as the device that it has been; undefined where there is none. */
  renew(cookie: string, about: NewDevice, newName?: string): { device: Device; credential: Credential } | undefined {
    const earlier = this.#holderOf(cookie);
    if (!earlier) return undefined;
    const { id, name, createdAt } = earlier;
    const renewed = this.#letIn({ ...about, id, name: newName ?? name, createdAt });
    // What is open was opened with the credential that is void now.
    this.#endings.end(id);
    return renewed;
  }

  /** What this credential is worth. A device whose credential is whole is thereby seen. */
  standingOf({ cookie, key, host, ...whereabouts }: ShownCredential): Standing {
    const holder = this.#all.byCookie(hashOf(cookie));
    if (!holder) return { is: 'unknown' };
    const device = named(holder);
    if (holder.removedAt !== undefined) return { is: 'removed', device };
    const { keyHash, origin } = holder;
    const isWhole = keyHash !== undefined && key !== undefined && isEqual(hashOf(key), keyHash);
    if (!isWhole || origin === undefined || !isAt(origin, host)) return { is: 'half', device };
    this.#seen(holder, whereabouts);
    return { is: 'whole', device, origin };
  }

  /** The one of that id, where it is signed in. */
  find(id: string): Device | undefined {
    const [device] = this.#all.present(id);
    return device && named(device);
  }

  list(): PresentDevice[] {
    return this.#all.present().map((device) => this.#withPresence(device));
  }

  has(id: string): boolean {
    return this.#all.present(id).length > 0;
  }

  rename(id: string, name: string, by: Device): PresentDevice {
    const device = this.#get(id);
    const renamed = { ...device, name };
    this.#save(renamed, 'durable');
    this.#options.auditLog.note({ type: 'device_renamed', data: { device: named(device), name, by } });
    return this.#withPresence(renamed);
  }

  remove(id: string, by: Device): void {
    const device = this.#get(id);
    this.#save({ ...device, removedAt: this.#options.clock.now() }, 'durable');
    this.#forgetLongRemoved();
    this.#options.auditLog.note({ type: 'device_removed', data: { device: named(device), by } });
    this.#options.onGone?.(named(device));
    this.#endings.end(id);
  }

  /** All but the one that asks. */
  removeOthers(by: Device): void {
    for (const { id } of this.list()) if (id !== by.id) this.remove(id, by);
  }

  /** Calls back once the device has been removed or let in anew, unless the returned function is called before. */
  onRemoved(id: string, listen: () => void): () => void {
    const stopListening = this.#endings.onEnd(id, listen);
    return () => {
      stopListening();
      // It was there until now, whenever it had come.
      for (const device of this.#all.present(id)) this.#seen(device, {});
    };
  }

  /** One with something open is here, however long ago its last call came. */
  #withPresence(device: StoredDevice): PresentDevice {
    if (!this.#endings.isOpen(device.id)) return device;
    return { ...device, lastSeenAt: this.#options.clock.now(), isHere: true };
  }

  /** There is one writer per store, so they are read once. Who is let in must not depend on the disk being well. */
  get #all(): KnownDevices {
    return (this.#known ??= new KnownDevices(this.#options.store.list()));
  }

  #holderOf(cookie: string): StoredDevice | undefined {
    const holder = this.#all.byCookie(hashOf(cookie));
    return holder?.removedAt === undefined ? holder : undefined;
  }

  #letIn({ address, program, ...about }: NewDevice & Pick<StoredDevice, 'id' | 'createdAt'>) {
    const credential: Credential = { cookie: newSecret(), key: newSecret() };
    const whereabouts = { ...(address !== undefined && { address }), ...(program !== undefined && { program }) };
    const stored: StoredDevice = {
      ...about,
      ...whereabouts,
      credentialHash: hashOf(credential.cookie),
      keyHash: hashOf(credential.key),
      lastSeenAt: this.#options.clock.now(),
    };
    this.#save(stored, 'durable');
    const device = named(stored);
    const from = address === undefined ? {} : { address };
    this.#options.auditLog.note({ type: 'device_signed_in', data: { device, ...from } });
    return { device, credential };
  }

  #save(device: StoredDevice, durability: 'durable' | 'relaxed'): void {
    this.#options.store.save(device, durability);
    this.#all.put(device);
  }

  #get(id: string): StoredDevice {
    const [device] = this.#all.present(id);
    if (device) return device;
    throw new BeckonError('device_not_found', 'There is no such device. It may have been removed on another one.');
  }

  #forgetLongRemoved(): void {
    for (const { id } of this.#all.removed().slice(0, -mostRemoved)) {
      this.#options.store.remove(id);
      this.#all.drop(id);
    }
  }

  #seen(device: StoredDevice, { address = device.address, program = device.program }: Whereabouts): void {
    const { store, clock } = this.#options;
    const now = clock.now();
    if (now - device.lastSeenAt < seenEveryMs && address === device.address) return;
    const whereabouts = { ...(address !== undefined && { address }), ...(program !== undefined && { program }) };
    const seen = { ...device, ...whereabouts, lastSeenAt: now };
    this.#all.put(seen);
    try {
      store.save(seen, 'relaxed');
    } catch {
      // It is only shown to its person: a disk that fails must not keep the device out.
    }
  }
}

/** All that are kept, those that were removed too; found by their id, or by what is kept of their cookie. */
class KnownDevices {
  readonly #byId = new Map<string, StoredDevice>();
  readonly #idByCookie = new Map<string, string>();

  constructor(devices: StoredDevice[]) {
    for (const device of devices) this.put(device);
  }

  byCookie(hash: string): StoredDevice | undefined {
    return this.#byId.get(this.#idByCookie.get(hash) ?? '');
  }

  /** Those that are signed in, or the one of that id where it is. */
  present(id?: string): StoredDevice[] {
    const devices = id === undefined ? [...this.#byId.values()] : [this.#byId.get(id)];
    return devices.flatMap((device) => (device && device.removedAt === undefined ? [device] : []));
  }

  /** The longest removed first. */
  removed(): StoredDevice[] {
    const devices = [...this.#byId.values()].filter(({ removedAt }) => removedAt !== undefined);
    return devices.toSorted((a, b) => (a.removedAt ?? 0) - (b.removedAt ?? 0));
  }

  put(device: StoredDevice): void {
    const earlier = this.#byId.get(device.id);
    if (earlier) this.#idByCookie.delete(earlier.credentialHash);
    this.#byId.set(device.id, device);
    this.#idByCookie.set(device.credentialHash, device.id);
  }

  drop(id: string): void {
    const device = this.#byId.get(id);
    if (device) this.#idByCookie.delete(device.credentialHash);
    this.#byId.delete(id);
  }
}

/** A read does not say by which scheme it came; a change does, and is held to the whole origin. */
function isAt(origin: string, host = ''): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function named({ id, name }: StoredDevice): Device {
  return { id, name };
}
