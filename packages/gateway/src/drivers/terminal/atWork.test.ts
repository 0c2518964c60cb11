import { expect, test } from 'vitest';
import { RecordingHost } from '../../../../../tests/support/recordingHost.ts';
import { AtWork } from './atWork.ts';
import type { ProcessFile } from '../claude/processFile.ts';

class TimedHost extends RecordingHost {
  time = 0;
  override now(): number {
    return this.time;
  }
}

function setUp() {
  const host = new TimedHost();
  const file: { status: string | undefined } = { status: 'busy' };
  const look = async (): Promise<ProcessFile | undefined> =>
    file.status === undefined ? undefined : { pid: 1, sessionId: '51f6e018-c080-40ad-87d2-772796127a2c', ...file };
  const work = new AtWork({ host, look });
  /** So many looks, one every 800 ms; says when it was first found silent. */
  const looks = async (count: number) => {
    for (let number = 1; number <= count; number++) {
      host.time += 800;
      if (await work.hasFallenSilent()) return number;
    }
    return undefined;
  };
  return { host, file, work, looks };
}

test('while its file says that it works, or there is none, it is not silent', async () => {
  const { file, work, looks } = setUp();
  work.begins();
  expect(await looks(10)).toBeUndefined();
  file.status = undefined;
  expect(await looks(10)).toBeUndefined();
});

test('two looks that find it idle show that it has come to rest', async () => {
  const { file, work, looks } = setUp();
  work.begins();
  await looks(5);
  file.status = 'idle';
  expect(await looks(5)).toBe(2);
});

test('what is heard between two looks counts more', async () => {
  const { file, work, looks } = setUp();
  work.begins();
  file.status = 'idle';
  expect(await looks(2)).toBeUndefined();
  work.begins();
  expect(await looks(2)).toBeUndefined();
  work.ends();
  expect(await looks(10)).toBeUndefined();
});

test('says what it is told, with all that goes with it', () => {
  const { host, work } = setUp();
  work.begins();
  work.rests({ isIdle: true });
  expect(host.statuses).toEqual([
    { state: 'assistant_turn', isIdle: false },
    { state: 'user_turn', isIdle: true },
  ]);
});
