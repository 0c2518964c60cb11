// Calls from the gateway, while no page is open or in view: shown as notifications, answered by their buttons, taken away when
// there is nothing to answer any more. Browsers want every push to be seen and end subscriptions whose pushes are not, so a push
// that takes a notification away shows what it takes away, silently, for a moment.
import { PushMessage } from '@beckon/protocol/pushMessage';
import * as z from 'zod/mini';
import type { WorkerMessage } from '../calls/fromWorker.ts';
import type { Notice, NoticeData } from '../calls/notice.ts';
import { closeNotice, showNotice } from '../calls/notice.ts';
import type { NotificationEvent, SubscriptionChangeEvent, WindowClient } from './scope.ts';
import { scope } from './scope.ts';
import { isPage } from './shell.ts';

const momentMs = 1_500;
/** For what its person is to read. */
const longerMs = 6_000;
const patienceMs = 15_000;

/** Shown for a push that cannot be read, of another version or of nobody: something was to be said. */
const unreadable: Notice = {
  tag: 'beckon',
  title: 'Beckon calls',
  body: 'Open it to see why.',
  path: '/',
  actions: [],
};

export async function receivePush(text: string): Promise<void> {
  const message = readMessage(text);
  if (!message) return showNotice(scope.registration, unreadable);
  showBadge(message.waiting);
  if (message.type === 'over') return takeAway(message.tag);
  const { isReminder, ...notice } = message;
  await showNotice(scope.registration, notice, { isReminder });
}

export async function pressNotice({ notification, action }: NotificationEvent): Promise<void> {
  const notice = notification.data as NoticeData;
  const pressed = action === '' ? undefined : notice.actions[Number(action)];
  notification.close();
  await (pressed ? answer(notice, pressed) : openPage(notice.path));
}

/** The key that it was made with is the gateway's. Pages that are open tell the gateway; else the next that is opened does. */
export async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChangeEvent): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && !key) return;
  const { pushManager } = scope.registration;
  if (!newSubscription && key) await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  for (const page of await openPages()) tell(page, { type: 'subscribed' });
}

async function takeAway(tag: string): Promise<void> {
  const [shown] = await scope.registration.getNotifications({ tag });
  const title = shown?.title ?? 'Nothing waits here any more';
  await showForAMoment({ tag, title, body: 'No longer waits for you.', path: '/inbox', actions: [] }, momentMs);
}

async function answer(notice: Notice, { label, proof }: Notice['actions'][number]): Promise<void> {
  const failure = await send(proof);
  if (!failure) return showForAMoment({ ...notice, title: `${label} ✓`, body: notice.title, actions: [] }, momentMs);
  const { code, message } = failure;
  if (code === 'already_answered' || code === 'ask_withdrawn') {
    return showForAMoment({ ...notice, title: 'Somebody was first', body: message, actions: [] }, longerMs);
  }
  // A gateway that could not be reached may be, in a moment: its buttons stay.
  const actions = code === 'unreachable' ? notice.actions : [];
  const body = `${message} (${notice.title})`;
  await showNotice(scope.registration, { ...notice, title: 'Not answered', body, actions });
}

interface Failure {
  code: string;
  message: string;
}

const FailureBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const unreachable: Failure = { code: 'unreachable', message: 'Beckon cannot be reached.' };

/** Sent again where no reply has come: the same proof again is the same answer. Needs no credential. */
async function send(proof: string): Promise<Failure | undefined> {
  const post = () =>
    fetch('/api/actions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ proof }),
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    });
  const response = await post()
    .catch(post)
    .catch(() => undefined);
  if (response?.ok) return undefined;
  const body: unknown = await response?.json().catch(() => undefined);
  const read = FailureBody.safeParse(body);
  return read.success ? read.data.error : unreachable;
}

async function showForAMoment(notice: Notice, forMs: number): Promise<void> {
  await showNotice(scope.registration, notice, { isSilent: true });
  await new Promise((resolve) => setTimeout(resolve, forMs));
  await closeNotice(scope.registration, notice.tag);
}

async function openPage(path: string): Promise<void> {
  const pages = await openPages();
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) return void (await scope.clients.openWindow(path));
  tell(page, { type: 'open', path });
  await page.focus();
}

async function openPages(): Promise<WindowClient[]> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => isPage(new URL(url).pathname));
}

function tell(page: WindowClient, message: WorkerMessage): void {
  page.postMessage(message);
}

function readMessage(text: string): PushMessage | undefined {
  try {
    return PushMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Browsers that have no badges, or not for this page, say so; nobody misses anything by it. */
function showBadge(count: number): void {
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
}
