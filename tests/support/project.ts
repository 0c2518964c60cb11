// A small project on disk for one session to work on, so that what it did can be told from what others did.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scratchWorkspaceFiles } from '@beckon/demo-model';

export interface Project {
  path: string;
  has(name: string): boolean;
  read(name: string): string;
  write(name: string, content: string): void;
}

export function openProject(path: string): Project {
  return {
    path,
    has: (name) => existsSync(join(path, name)),
    read: (name) => readFileSync(join(path, name), 'utf8'),
    write: (name, content) => writeFileSync(join(path, name), content),
  };
}

/** The files that the demo's scenarios talk about, in a new folder below `parent`. */
export function newProject(parent: string): Project {
  const path = mkdtempSync(join(parent, 'project-'));
  for (const [name, content] of Object.entries(scratchWorkspaceFiles)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return openProject(path);
}
