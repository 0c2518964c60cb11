// A browser whose push service is the stand-in: Chromium's own cannot be had on loopback. Its page subscribes as it does anywhere,
// and what the service is sent is handed to its service worker as the browser would.
import type { Browser, BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { desktop, followLink } from './browser.ts';
import type { Pushed, PushService } from './pushService.ts';

export interface ShownNotice {
  tag: string;
  title: string;
  body: string;
  /** The labels of its buttons. */
  actions: string[];
}

export class CalledBrowser {
  readonly context: BrowserContext;
  /** Signed in, and on the first screen. */
  readonly page: Page;
  readonly #worker: Worker;
  readonly #devtools: CDPSession;
  readonly #registration: { origin: string; registrationId: string };

  private constructor(context: BrowserContext, page: Page, parts: WorkerParts) {
    this.context = context;
    this.page = page;
    this.#worker = parts.worker;
    this.#devtools = parts.devtools;
    this.#registration = parts.registration;
  }

  static async open(browser: Browser, link: string, service: PushService): Promise<CalledBrowser> {
    const context = await browser.newContext({ viewport: desktop, permissions: ['notifications'] });
    context.setDefaultTimeout(20_000);
    await context.exposeFunction('subscribeAtStandIn', (key: string) => service.subscribe(key));
    await context.addInitScript(replacePushService);
    const page = await followLink(context, link);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('the page has no worker');
    return new CalledBrowser(context, page, { worker, ...(await workerOf(context, page.url())) });
  }

  /** Hands a push to the service worker. */
  async deliver({ text }: Pushed): Promise<void> {
    await this.#devtools.send('ServiceWorker.deliverPushMessage', { ...this.#registration, data: text });
  }

  async shown(): Promise<ShownNotice[]> {
    return this.#worker.evaluate(readNotices);
  }

  /** Presses a button of the only notification, or the notification itself. */
  async press(label?: string): Promise<void> {
    await this.#worker.evaluate(pressNotice, label);
  }
}

interface WorkerParts {
  worker: Worker;
  devtools: CDPSession;
  registration: { origin: string; registrationId: string };
}

/** From a tab that is none of ours, which stays when those are closed. */
async function workerOf(context: BrowserContext, url: string): Promise<Omit<WorkerParts, 'worker'>> {
  const devtools = await context.newCDPSession(await context.newPage());
  const { origin } = new URL(url);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return { devtools, registration: { origin, registrationId: await registered } };
}

/** Runs in the page, before its own scripts. */
function replacePushService(): void {
  if (!('PushManager' in window)) return;
  const name = 'subscription-at-stand-in';
  interface Made {
    endpoint: string;
    keys: { p256dh: string; auth: string };
  }
  const page = window as unknown as { subscribeAtStandIn(key: string): Promise<Made> };
  const subscription = (made: Made, key: ArrayBuffer) => ({
    endpoint: made.endpoint,
    options: { applicationServerKey: key, userVisibleOnly: true },
    toJSON: () => made,
    unsubscribe: async () => {
      localStorage.removeItem(name);
      return true;
    },
  });
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0)).buffer;
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      const key = btoa(String.fromCharCode(...applicationServerKey));
      const publicKey = key.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const made = await page.subscribeAtStandIn(publicKey);
      localStorage.setItem(name, JSON.stringify({ made, publicKey }));
      return subscription(made, bytes(publicKey));
    },
    async getSubscription() {
      const kept = localStorage.getItem(name);
      if (kept === null) return null;
      const { made, publicKey } = JSON.parse(kept) as { made: Made; publicKey: string };
      return subscription(made, bytes(publicKey));
    },
  });
}

/** Runs in the worker. */
async function readNotices(): Promise<ShownNotice[]> {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
  const notifications = (await registration.getNotifications()) as (Notification & { actions: { title: string }[] })[];
  return notifications.map(({ tag, title, body, actions }) => ({
    tag,
    title,
    body,
    actions: actions.map((each) => each.title),
  }));
}

/** Runs in the worker: as the browser does when somebody presses. */
async function pressNotice(label: string | undefined): Promise<void> {
  type Pressable = Notification & { actions: { action: string; title: string }[] };
  const scope = globalThis as unknown as {
    registration: ServiceWorkerRegistration;
    NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event;
    dispatchEvent(event: Event): boolean;
  };
  const [notification] = (await scope.registration.getNotifications()) as Pressable[];
  if (!notification) throw new Error('nothing is shown');
  const button = notification.actions.find(({ title }) => title === label);
  if (label !== undefined && !button) throw new Error(`it has no button “${label}”`);
  scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: button?.action ?? '' }));
}
