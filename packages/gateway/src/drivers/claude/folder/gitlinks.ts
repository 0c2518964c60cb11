// The repositories that another one has in it as parts of its tree: its submodules, by git's index. `git status` goes into each
// of them by itself, and reads the configuration that it finds there.
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './readCarefully.ts';

/** Paths below the repository's own folder; `why` where an index says more than can be read. */
export type Gitlinks = { paths: string[] } | { why: string };

/** A repository of half a million files has one. */
const mostBytes = 64_000_000;

export async function gitlinksIn(gitFolder: string): Promise<Gitlinks> {
  const paths: string[] = [];
  for (const name of await indexesIn(gitFolder)) {
    const bytes = await readBytes(join(gitFolder, name));
    if (bytes === undefined) continue;
    const found = 'why' in bytes ? bytes : readGitlinks(bytes);
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

async function readBytes(path: string): Promise<Buffer | { why: string } | undefined> {
  let file;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await file.stat();
    if (!found.isFile()) return { why: 'is no plain file' };
    if (found.size > mostBytes) return { why: `is larger than ${mostBytes} bytes` };
    const bytes = Buffer.alloc(found.size);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? undefined : { why: `cannot be read (${code})` };
  } finally {
    await file?.close();
  }
}

/** The mode of an entry that is a repository of its own, as it stands in the file. */
const gitlinkMode = Buffer.from([0, 0, 0o160000 >> 8, 0]);

const headerBytes = 12;
const modeAt = 24;
/** Of the names of objects in SHA-1 and in SHA-256: an index does not say which it has. */
const nameLengths = [20, 32];

export function readGitlinks(index: Buffer): Gitlinks {
  // Without those bytes there is none, and nothing else has to be read.
  if (!index.includes(gitlinkMode)) return { paths: [] };
  const version = index.length < headerBytes ? 0 : index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) {
    return { why: 'is no index that can be read' };
  }
  for (const nameLength of nameLengths) {
    const paths = readEntries(index, { version, nameLength });
    if (paths) return { paths };
  }
  return { why: 'has entries that cannot be read' };
}

/** Undefined where the bytes are no entries of this form. */
function readEntries(index: Buffer, form: { version: number; nameLength: number }): string[] | undefined {
  const { version, nameLength } = form;
  const flagsAt = modeAt + 16 + nameLength;
  const found: string[] = [];
  let at = headerBytes;
  let path = Buffer.alloc(0);
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (at + flagsAt + 4 > index.length) return undefined;
    const mode = index.readUInt32BE(at + modeAt);
    if (!knownTypes.has(mode >> 12)) return undefined;
    const isExtended = (index.readUInt16BE(at + flagsAt) & 0x4000) !== 0;
    if (isExtended && version < 3) return undefined;
    let nameAt = at + flagsAt + (isExtended ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      const dropped = readOffset(index, nameAt);
      if (!dropped || dropped.value > path.length) return undefined;
      kept = path.length - dropped.value;
      nameAt = dropped.end;
    }
    const end = index.indexOf(0, nameAt);
    if (end === -1) return undefined;
    path = Buffer.concat([path.subarray(0, kept), index.subarray(nameAt, end)]);
    if (mode === gitlinkMode.readUInt32BE(0)) found.push(path.toString('utf8'));
    // Before version 4 an entry is filled up with zeros to a multiple of eight.
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / 8) * 8;
  }
  return found;
}

/** Files, links, folders of a sparse index, and repositories. */
const knownTypes = new Set([0o10, 0o12, 0o04, 0o16]);

/** As git writes how much of the path before is to be dropped: seven bits a byte, each further one counting on from one more. */
function readOffset(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  let byte = bytes[at];
  if (byte === undefined) return undefined;
  let value = byte & 0x7f;
  let end = at + 1;
  while (byte & 0x80) {
    byte = bytes[end];
    if (byte === undefined || value > mostBytes) return undefined;
    value = (value + 1) * 128 + (byte & 0x7f);
    end += 1;
  }
  return { value, end };
}
