// Settings that a person has given with `--settings`, and Beckon's own, in one: `claude` reads only one such file.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BeckonError, JsonObject } from '@beckon/protocol';
import { z } from 'zod';

const Lists = z.record(z.string(), z.unknown()).catch({});

/** `given` is the text of an object or the path of a file, as `claude` takes it. */
export async function mergedSettings(ours: string, given: string | undefined, cwd: string): Promise<string> {
  if (given === undefined) return ours;
  const own = JsonObject.parse(JSON.parse(ours));
  const theirs = await readGiven(given, cwd);
  const merged = {
    ...theirs,
    ...own,
    hooks: joined(theirs['hooks'], own['hooks']),
    permissions: joined(theirs['permissions'], own['permissions']),
  };
  return `${JSON.stringify(merged, null, 2)}\n`;
}

/** Lists of the same name become one; anything else of ours replaces what is there. */
function joined(theirs: unknown, ours: unknown): Record<string, unknown> {
  const known = Lists.parse(theirs);
  const further = Object.entries(Lists.parse(ours)).map(([name, value]) => {
    const before = known[name];
    return [name, Array.isArray(before) && Array.isArray(value) ? [...(before as unknown[]), ...value] : value];
  });
  return { ...known, ...(Object.fromEntries(further) as Record<string, unknown>) };
}

async function readGiven(given: string, cwd: string): Promise<Record<string, unknown>> {
  const isText = given.trim().startsWith('{');
  try {
    return JsonObject.parse(JSON.parse(isText ? given : await readFile(resolve(cwd, given), 'utf8')));
  } catch (cause) {
    const what = isText ? 'what was given with --settings' : `${given}, given with --settings,`;
    throw new BeckonError('agent_unavailable', `Claude cannot use ${what}: it is missing or no JSON object.`, {
      cause,
    });
  }
}
