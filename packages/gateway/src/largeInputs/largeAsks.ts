// An ask whose input is too large to be carried around, as an agent raises it: made small, with its whole input beside it.
import type { JsonObject } from '@beckon/protocol';
import { roomLeft } from '@beckon/protocol';
import type { AgentAsk } from '../drivers/driver.ts';
import { abridge, largestWholeBytes, shortened } from './abridge.ts';

export interface LargeAsk {
  ask: AgentAsk;
  digest: string;
  json: Buffer;
}

/** By its own texts, without making its JSON. */
export function isLarge({ input, ...ask }: AgentAsk): boolean {
  return isLargeInput(input) || isLargeInput(ownFields(ask));
}

export function isLargeInput(input: JsonObject | undefined): boolean {
  return roomLeft(input, largestWholeBytes) < 0;
}

export async function makeSmall(ask: AgentAsk): Promise<LargeAsk> {
  // A plan need not be in its tool's input, and belongs to what is asked.
  const whole = { ...ask.input, ...ownFields(ask) };
  const json = Buffer.from(JSON.stringify(whole));
  const { input, abridged } = await abridge(json);
  const own = Object.fromEntries(Object.entries(ownFields(ask)).map(([name, value]) => [name, withShortTexts(value)]));
  const shown = Object.fromEntries(Object.entries(input).filter(([name]) => ask.input && name in ask.input));
  return { ask: { ...ask, ...own, input: shown, abridged } as AgentAsk, digest: abridged.digest, json };
}

/** What its kind shows beside the input. */
function ownFields(ask: Partial<AgentAsk>): Record<string, unknown> {
  return {
    ...('plan' in ask && { plan: ask.plan }),
    ...('questions' in ask && { questions: ask.questions }),
  };
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value);
  if (Array.isArray(value)) return value.map(withShortTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withShortTexts(field)]));
}
