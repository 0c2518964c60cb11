// This browser, as somebody who can be called: whether it can, whether its person lets it, and its subscription at the push
// service of its maker, which the gateway is told.
import type { Transport } from '@beckon/protocol';

/** Why nothing can be shown while the page is closed, nor while it is hidden. */
export type Obstacle = 'insecure' | 'not_installed' | 'unsupported';

export function obstacle(): Obstacle | undefined {
  if (!isSecureContext) return 'insecure';
  if ('Notification' in window && 'serviceWorker' in navigator) return undefined;
  return isApplePhone() ? 'not_installed' : 'unsupported';
}

/** Browsers ask their person only while a press is handled, so this comes first. */
export async function isAllowed(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** Resolves with the id of the subscription; rejects where the browser has no push service, or the gateway cannot use it. */
export async function subscribeHere(transport: Transport): Promise<string> {
  const { pushManager } = await registered();
  const { publicKey } = await transport.getPush();
  const key = bytesOf(publicKey);
  const earlier = await pushManager.getSubscription();
  // One for another key, of a gateway that was here before, is of no use to this one.
  const isForOther = earlier !== null && !isSame(earlier.options.applicationServerKey, key);
  if (isForOther) await earlier.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { id } = await transport.subscribeToPush({ endpoint, keys: { p256dh, auth } });
  noteWish('on');
  noteEndpoint(endpoint);
  return id;
}

export async function unsubscribeHere(transport: Transport): Promise<void> {
  noteWish('off');
  const { subscriptionId } = await transport.getPush();
  if (subscriptionId !== undefined) await transport.unsubscribeFromPush(subscriptionId);
  await (await subscriptionHere())?.unsubscribe();
}

export async function subscriptionHere(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  // Browsers that have notifications, and no push.
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/**
 * Browsers end subscriptions without a word, or put others in their place, and the gateway drops those that a push service has
 * refused. Its person wanted to be called all the same.
 */
export async function renewHere(transport: Transport): Promise<void> {
  if (!isWanted() || Notification.permission !== 'granted') return;
  const [subscription, { subscriptionId }] = await Promise.all([subscriptionHere(), transport.getPush()]);
  const isKnown = subscription !== undefined && subscription.endpoint === kept(endpointName);
  if (!isKnown || subscriptionId === undefined) await subscribeHere(transport);
}

/** Whether its person wants to be called on this browser, by whatever means it has. */
export function isWanted(): boolean {
  return kept(wishName) === 'on';
}

export function noteWish(wish: 'on' | 'off'): void {
  keep(wishName, wish);
}

const wishName = 'beckon-calls';
const endpointName = 'beckon-push-endpoint';

function noteEndpoint(endpoint: string): void {
  keep(endpointName, endpoint);
}

function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing for a page asks again the next time.
  }
}

/** The page starts its worker when there is time for it, which may not have been yet. */
async function registered(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}

/** iPads say that they are a Mac, and are the only ones that one touches. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  return one !== null && new Uint8Array(one).every((byte, index) => byte === other[index]);
}
