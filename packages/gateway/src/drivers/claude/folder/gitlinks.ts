// The repositories that another one has in it as parts of its tree: its submodules, by git's index. `git status` goes into each
// of them by itself, and reads the configuration that it finds there. An index may be made by hand, so that it says something
// else to git than to whoever reads it almost as git does: what git itself would not have written is said to be unreadable.
import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { codeOf } from './readCarefully.ts';

/** Paths below the repository's own folder; `why` where an index says more than can be read. */
export type Gitlinks = { paths: string[] } | { why: string };

/** A repository of half a million files has one. */
const mostBytes = 64_000_000;
/** More than anyone looks into. */
const mostLinks = 1000;
/** So many entries are read without a look at anything else. */
const entriesAtOnce = 10_000;

/** `nameLength` is that of the names of objects, in bytes: an index does not say which it has. */
export async function gitlinksIn(gitFolder: string, nameLength: number): Promise<Gitlinks> {
  const paths: string[] = [];
  let left = mostBytes;
  for (const name of await indexesIn(gitFolder)) {
    const bytes = await readBytes(join(gitFolder, name), left);
    if (bytes === undefined) continue;
    if ('why' in bytes) return bytes;
    left -= bytes.length;
    const found = await readGitlinks(bytes, nameLength);
    if ('why' in found) return found;
    paths.push(...found.paths);
  }
  return { paths };
}

/** An index may leave most of its entries to one that it shares. */
async function indexesIn(gitFolder: string): Promise<string[]> {
  const names = await readdir(gitFolder).catch(() => []);
  return names.filter((name) => name === 'index' || name.startsWith('sharedindex.'));
}

async function readBytes(path: string, most: number): Promise<Buffer | { why: string } | undefined> {
  let file;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await file.stat();
    if (!found.isFile()) return { why: 'is no plain file' };
    if (found.size > most) return { why: `is larger than ${mostBytes} bytes, with those that it shares` };
    const bytes = Buffer.allocUnsafe(found.size);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? undefined : { why: `cannot be read (${code})` };
  } finally {
    await file?.close();
  }
}

const headerBytes = 12;
const modeAt = 24;
const objectNameAt = 40;
const longestPath = 4096;

/** As git writes them: files, those that can be run, links and repositories. Of others, git looks at the first bits alone. */
const plainModes = new Set([0o100644, 0o100755, 0o120000]);
const gitlink = 0o160000;
/** What lies in it is not in the index, and git looks it up once there is something in its place. */
const folderLeftOut = 0o040000;

export async function readGitlinks(index: Buffer, nameLength: number): Promise<Gitlinks> {
  if (index.length === 0) return { paths: [] };
  const version = index.length < headerBytes ? 0 : index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) {
    return { why: 'is no index that can be read' };
  }
  if (hasPieces(index, nameLength)) return { why: 'is read in pieces by git, which may overlap' };
  const entries = new Entries(index, { version, nameLength });
  const paths: string[] = [];
  for (let number = 1; number <= index.readUInt32BE(8); number += 1) {
    const mode = entries.next();
    if (mode === folderLeftOut) return { why: 'leaves out folders, in which there may be submodules' };
    if (mode === undefined || (mode !== gitlink && !plainModes.has(mode)))
      return { why: 'has entries that cannot be read' };
    if (mode === gitlink) {
      const { path } = entries;
      if (!isUsual(path)) return { why: 'has a submodule with an unusual path' };
      if (paths.length === mostLinks) return { why: 'names more submodules than are looked at' };
      paths.push(path.toString('utf8'));
    }
    if (number % entriesAtOnce === 0) await setImmediate();
  }
  return { paths };
}

/** It is empty where the entry takes the place of a shared one: then the path stands there. */
function isUsual(path: Buffer): boolean {
  const names = isUtf8(path) && !path.includes(0) ? path.toString('utf8').split('/') : [''];
  return !names.some((name) => name === '' || name === '.' || name === '..');
}

/** Threads of git begin to read where a table says, and that need not be where an entry begins. */
function hasPieces(index: Buffer, nameLength: number): boolean {
  const endMark = index.length - nameLength - (12 + nameLength);
  return endMark >= headerBytes && index.toString('latin1', endMark, endMark + 4) === 'EOIE';
}

class Entries {
  readonly #index: Buffer;
  readonly #version: number;
  readonly #nameLength: number;
  readonly #path = Buffer.alloc(longestPath);
  #length = 0;
  #at = headerBytes;

  constructor(index: Buffer, { version, nameLength }: { version: number; nameLength: number }) {
    this.#index = index;
    this.#version = version;
    this.#nameLength = nameLength;
  }

  /** Of the entry that was read last. */
  get path(): Buffer {
    return this.#path.subarray(0, this.#length);
  }

  /** The mode of the next entry; undefined where the bytes are none. */
  next(): number | undefined {
    const at = this.#at;
    const flagsAt = at + objectNameAt + this.#nameLength;
    if (flagsAt + 4 > this.#index.length) return undefined;
    const flags = this.#index.readUInt16BE(flagsAt);
    const isExtended = (flags & 0x4000) !== 0;
    if (isExtended && this.#version < 3) return undefined;
    let nameAt = flagsAt + (isExtended ? 4 : 2);
    let kept = 0;
    if (this.#version === 4) {
      const dropped = readOffset(this.#index, nameAt);
      if (!dropped || dropped.value > this.#length) return undefined;
      kept = this.#length - dropped.value;
      nameAt = dropped.end;
    }
    // Git goes by the length that is written there, not by the zero behind the name, unless the name is too long for that.
    const length = flags & 0xfff;
    const end = length === 0xfff ? this.#index.indexOf(0, nameAt) : nameAt + length - kept;
    if (end < nameAt || end >= this.#index.length || kept + end - nameAt > longestPath) return undefined;
    this.#index.copy(this.#path, kept, nameAt, end);
    this.#length = kept + end - nameAt;
    // Before version 4 an entry is filled up with zeros to a multiple of eight.
    this.#at = this.#version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / 8) * 8;
    return this.#index.readUInt32BE(at + modeAt);
  }
}

/** As git writes how much of the path before is to be dropped: seven bits a byte, each further one counting on from one more. */
function readOffset(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  let byte = bytes[at];
  if (byte === undefined) return undefined;
  let value = byte & 0x7f;
  let end = at + 1;
  while (byte & 0x80) {
    byte = bytes[end];
    if (byte === undefined || value > longestPath) return undefined;
    value = (value + 1) * 128 + (byte & 0x7f);
    end += 1;
  }
  return { value, end };
}
