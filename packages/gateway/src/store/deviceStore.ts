// Where the devices of a person are kept: what each is called, and the hash of the credential that it is known by. Never
// the credential itself.
import type { Durability } from './askStore.ts';

export interface Device {
  id: string;
  name: string;
  /** No two devices have the same. */
  credentialHash: string;
  createdAt: number;
  lastSeenAt: number;
}

export interface DeviceStore {
  /** In the order in which they were first saved. */
  list(): Device[];
  find(id: string): Device | undefined;
  findByCredential(credentialHash: string): Device | undefined;
  /**
   * Adds the device, or takes the place of the one of the same id. Durable for what a person relies on; relaxed for the
   * time at which it was last seen.
   */
  save(device: Device, durability: Durability): void;
  /** On disk when it returns, so that no power failure lets a removed device in again. Says whether there was one. */
  remove(id: string): boolean;
}
