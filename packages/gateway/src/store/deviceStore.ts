// Where the devices of a person are kept: what each is called, where it was last seen, and the hashes of the two halves of
// its credential. Never the credential itself.
import type { Durability } from './askStore.ts';

export interface Device {
  id: string;
  name: string;
  /** Of its cookie. No two devices have the same. */
  credentialHash: string;
  /** Of its key; one of an earlier version has none, and has to sign in again. */
  keyHash?: string;
  /** The scheme, host and port that its credential works at; known where it has a key. */
  origin?: string;
  createdAt: number;
  lastSeenAt: number;
  /** From where, and with what, it was last seen. */
  address?: string;
  program?: string;
  /** Its credential is void from then on. It is remembered so that it can be told. */
  removedAt?: number;
}

export interface DeviceStore {
  /** In the order in which they were first saved. */
  list(): Device[];
  /**
   * Adds the device, or takes the place of the one of the same id. Durable for what a person relies on; relaxed for the
   * time at which it was last seen. A removal is durable, so that no power failure lets a removed device in again.
   */
  save(device: Device, durability: Durability): void;
  /** Forgets it for good. Says whether there was one. */
  remove(id: string): boolean;
}
