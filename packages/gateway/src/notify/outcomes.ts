// What a service said, fit to be shown and kept: short, with nothing that hides or turns text, and without the channel's secrets,
// whatever the sender lets through.
import type { ChannelConfig, ChannelTest } from '@beckon/protocol';
import { revealText, secretNames } from '@beckon/protocol';
import type { Sent } from './sender.ts';

const longestDetail = 300;

export function cleaned({ ok, detail }: Pick<Sent, 'ok' | 'detail'>, config: ChannelConfig): ChannelTest {
  const plain = secretsOf(config).reduce((text, secret) => text.replaceAll(secret, '…'), detail);
  const shown = revealText(plain.replaceAll(/\s+/g, ' ').trim());
  return { ok, detail: shown.length > longestDetail ? `${shown.slice(0, longestDetail - 1)}…` : shown };
}

/** The longest first: one may be part of another. A part of an address that is a secret is one as well. */
function secretsOf(config: ChannelConfig): string[] {
  const named = Object.entries(config).filter(([name]) => secretNames(config.type).includes(name));
  const texts = named.flatMap(([, value]) => textsIn(value)).flatMap((text) => [text, ...partsOf(text)]);
  return [...new Set(texts)].filter((text) => text.length >= 4).toSorted((a, b) => b.length - a.length);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function partsOf(text: string): string[] {
  if (!URL.canParse(text) || !/^https?:/.test(text)) return [encodeURIComponent(text)];
  const { pathname, search } = new URL(text);
  return [pathname, search, ...pathname.split('/').filter((part) => part.length >= 8)];
}
