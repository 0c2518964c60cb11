// A notification on this browser, as the service worker shows it for a push and the page for itself: one for each tag, with what
// a press on it leads to.

export interface Notice {
  tag: string;
  title: string;
  body: string;
  /** Where the page shows it. */
  path: string;
  /** What can be answered without opening the page. */
  actions: readonly { label: string; proof: string }[];
}

/** What the notification keeps for a press on it. */
export type NoticeData = Notice;

interface NoticeManner {
  /** It has been shown before, and is to be noticed again. */
  isReminder?: boolean;
  /** Without a sound. */
  isSilent?: boolean;
}

/** What the compiler's list of options lacks. */
interface AllOptions extends NotificationOptions {
  renotify?: boolean;
  actions?: { action: string; title: string }[];
}

export async function showNotice(
  registration: ServiceWorkerRegistration,
  notice: Notice,
  { isReminder = false, isSilent = false }: NoticeManner = {},
): Promise<void> {
  // Not every platform has buttons, and most have room for two.
  const { maxActions = 0 } = Notification as { maxActions?: number };
  const options: AllOptions = {
    body: notice.body,
    tag: notice.tag,
    icon: '/icon-192.png',
    badge: '/badge.png',
    data: notice satisfies NoticeData,
    silent: isSilent,
    renotify: isReminder,
    actions: notice.actions.slice(0, maxActions).map(({ label }, index) => ({ action: String(index), title: label })),
  };
  await registration.showNotification(notice.title, options);
}

export async function closeNotice(registration: ServiceWorkerRegistration, tag: string): Promise<void> {
  for (const notification of await registration.getNotifications({ tag })) notification.close();
}
