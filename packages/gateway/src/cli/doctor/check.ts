// What the doctor has found out about one thing, in one sentence.

/** `ok`: as it should be. `note`: something more is possible, and how. `problem`: something does not work, and what to do. */
export type Level = 'ok' | 'note' | 'problem';

export interface Check {
  about: string;
  level: Level;
  text: string;
}

export function makeCheck(about: string, level: Level, text: string): Check {
  return { about, level, text };
}
