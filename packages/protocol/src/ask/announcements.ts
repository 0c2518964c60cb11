// The events that announce asks: each kind has a type of its own, and all carry the ask.
import { z } from 'zod';
import type { AskKind } from './ask.ts';
import { Ask } from './ask.ts';
import { askKinds } from './kinds/index.ts';

export type AnnouncementType = (typeof askKinds)[AskKind]['announcedBy'];

const announcement = z.object({ ask: Ask });

export const askAnnouncements = Object.fromEntries(
  Object.values(askKinds).map(({ announcedBy }) => [announcedBy, announcement]),
) as Record<AnnouncementType, typeof announcement>;

export function announcementOf({ kind }: Ask): AnnouncementType {
  return askKinds[kind].announcedBy;
}
