import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tempFolder, type TempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { type Followed, type FollowOptions, followTranscript } from './followTranscript.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** Follows a file and remembers all that is told; lines after a reset are kept apart. */
function follow(path: string, options: Partial<FollowOptions> = {}) {
  const seen = { lines: [] as string[], resets: 0, skipped: [] as number[], refused: [] as string[] };
  const watchers = new Set<() => void>();
  const changed = () => watchers.forEach((look) => look());
  const followed = followTranscript(path, {
    onLine: (text) => (seen.lines.push(text), changed()),
    onReset: () => ((seen.lines = []), seen.resets++, changed()),
    onSkipped: (bytes) => (seen.skipped.push(bytes), changed()),
    onRefused: (reason) => (seen.refused.push(reason), changed()),
    ...options,
  });
  /** Resolves without anyone asking for a read: only the watcher can bring it about. */
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!condition()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  return { seen, followed, until };
}

async function closing<T>(followed: Followed, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await followed.close();
  }
}

describe('as it grows', () => {
  test('what is there is read, then what is appended, each byte once', async () => {
    const path = folder.at('a.jsonl');
    writeFileSync(path, 'one\ntwo\n');
    const { seen, followed, until } = follow(path);
    await closing(followed, async () => {
      await until(() => seen.lines.length === 2);
      appendFileSync(path, 'thr');
      await followed.caughtUp();
      expect(followed.offset).toBe(8);
      appendFileSync(path, 'ee\nfour\n');
      await until(() => seen.lines.length === 4);
      expect(seen).toMatchObject({ lines: ['one', 'two', 'three', 'four'], resets: 0 });
      expect(followed).toMatchObject({ offset: 19, bytesRead: 19 });
    });
  });

  test('a file that is not there yet, nor its folders, is awaited', async () => {
    const { seen, followed, until } = follow(folder.at('x/y/z/a.jsonl'));
    await closing(followed, async () => {
      await followed.caughtUp();
      mkdirSync(folder.at('x/y/z'), { recursive: true });
      writeFileSync(folder.at('x/y/z/a.jsonl'), 'one\n');
      await until(() => seen.lines.length === 1);
      appendFileSync(folder.at('x/y/z/a.jsonl'), 'two\n');
      await until(() => seen.lines.length === 2);
      expect(seen.resets).toBe(0);
    });
  });

  test('it goes on from a given place', async () => {
    const path = folder.at('a.jsonl');
    writeFileSync(path, 'one\ntwo\n');
    const { seen, followed } = follow(path, { from: 4 });
    await closing(followed, async () => {
      await followed.caughtUp();
      expect(seen).toMatchObject({ lines: ['two'], resets: 0 });
    });
  });

  test('once it is closed or aborted, nothing more is told', async () => {
    const path = folder.at('a.jsonl');
    const controller = new AbortController();
    const { seen, followed } = follow(path, { signal: controller.signal });
    controller.abort();
    writeFileSync(path, 'one\n');
    await followed.caughtUp();
    await followed.close();
    expect(seen.lines).toEqual([]);
  });
});

describe('when the file is not what it was', () => {
  const original = 'one\ntwo\nthree\n';
  const changes: [string, (path: string) => void, string[]][] = [
    ['cut short', (path) => truncateSync(path, 4), ['one']],
    ['emptied and written anew', (path) => writeFileSync(path, 'new\n'), ['new']],
    [
      'replaced by a longer one',
      (path) => {
        writeFileSync(`${path}.tmp`, `zero\n${original}`);
        renameSync(`${path}.tmp`, path);
      },
      ['zero', 'one', 'two', 'three'],
    ],
  ];
  test.each(changes)('%s, it starts over and says so', async (_, change, lines) => {
    const path = folder.at('a.jsonl');
    writeFileSync(path, original);
    const { seen, followed, until } = follow(path);
    await closing(followed, async () => {
      await until(() => seen.lines.length === 3);
      change(path);
      await until(() => seen.resets > 0 && seen.lines.length === lines.length);
      expect(seen.lines).toEqual(lines);
    });
  });

  test('deleted, with its folder or without, and back again, it is read from the first line', async () => {
    for (const gone of ['dir/a.jsonl', 'dir']) {
      mkdirSync(folder.at('dir'), { recursive: true });
      writeFileSync(folder.at('dir/a.jsonl'), original);
      const { seen, followed, until } = follow(folder.at('dir/a.jsonl'));
      await closing(followed, async () => {
        await until(() => seen.lines.length === 3);
        rmSync(folder.at(gone), { recursive: true });
        await followed.caughtUp();
        mkdirSync(folder.at('dir'), { recursive: true });
        writeFileSync(folder.at('dir/a.jsonl'), `${original}four\n`);
        await until(() => seen.lines.length === 4);
        expect(seen.resets).toBe(1);
      });
    }
  });

  test('whatever is appended, cut and replaced in between, the lines are those of the file as it is', async () => {
    const text = fc.stringMatching(/^[a-z漢\n]{0,12}$/);
    const step = fc.oneof(
      fc.record({ type: fc.constant('append' as const), text }),
      fc.record({ type: fc.constant('cut' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ type: fc.constant('replace' as const), text }),
      fc.record({ type: fc.constant('look' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const path = folder.at(`${Math.random()}.jsonl`);
        let content = Buffer.alloc(0);
        const { seen, followed } = follow(path);
        await closing(followed, async () => {
          for (const change of steps) {
            if (change.type === 'append') {
              content = Buffer.concat([content, Buffer.from(change.text)]);
              appendFileSync(path, change.text);
            } else if (change.type === 'replace') {
              content = Buffer.from(change.text);
              writeFileSync(`${path}.tmp`, content);
              renameSync(`${path}.tmp`, path);
            } else if (change.type === 'cut') {
              // One that is filled up again before anyone looks cannot be told from one that was not cut.
              content = content.subarray(0, Math.floor(content.length * change.share));
              appendFileSync(path, '');
              truncateSync(path, content.length);
              await followed.caughtUp();
            } else await followed.caughtUp();
          }
          await followed.caughtUp();
          expect(seen.lines).toEqual(content.toString().split('\n').slice(0, -1).filter(Boolean));
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe('hostile files', () => {
  test('a link, a pipe and a folder are refused, and a file in their place is read', async () => {
    const path = folder.at('a.jsonl');
    writeFileSync(folder.at('secret'), 'secret\n');
    const { seen, followed, until } = follow(path);
    await closing(followed, async () => {
      const put = [
        () => symlinkSync(folder.at('secret'), path),
        () => execFileSync('mkfifo', [path]),
        () => mkdirSync(path),
      ];
      for (const [index, make] of put.entries()) {
        make();
        await until(() => seen.refused.length > 0 || index > 1);
        await followed.caughtUp();
        rmSync(path, { recursive: true });
      }
      expect(seen).toMatchObject({ lines: [], refused: ['it is a symbolic link', 'it is not a plain file'] });
      writeFileSync(path, 'one\n');
      await until(() => seen.lines.length === 1);
    });
  });

  test('a line of 200 MB is skipped without being held', async () => {
    const path = folder.at('a.jsonl');
    const { seen, followed } = follow(path);
    await closing(followed, async () => {
      const piece = Buffer.alloc(20_000_000, 'x');
      for (let count = 0; count < 10; count++) appendFileSync(path, piece);
      appendFileSync(path, '\nnext\n');
      const before = process.memoryUsage();
      await followed.caughtUp();
      const after = process.memoryUsage();
      expect(seen).toMatchObject({ lines: ['next'], skipped: [200_000_000] });
      expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(100_000_000);
    });
  });

  test('bytes that are no UTF-8 do no harm', async () => {
    const path = folder.at('a.jsonl');
    writeFileSync(path, Buffer.from([0xff, 0xfe, 0x0a, 0x61, 0x0a, 0x00, 0x0a]));
    const { seen, followed } = follow(path);
    await closing(followed, async () => {
      await followed.caughtUp();
      expect(seen.lines).toEqual(['\ufffd\ufffd', 'a', '\0']);
    });
  });
});
