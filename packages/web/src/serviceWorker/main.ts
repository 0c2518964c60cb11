// The service worker: the page opens where the gateway cannot be reached, takes what other apps share, and its person is called
// while it is closed. What the API says is never kept, nor looked at.
import { pressNotice, receivePush, renewSubscription } from './calls.ts';
import type { FetchEvent } from './scope.ts';
import { scope } from './scope.ts';
import { receiveShared, sharePath } from './sharing.ts';
import { dropOldShells, fetchAsset, fetchPage, isPage, keepShell } from './shell.ts';

scope.addEventListener('install', (event) => {
  // A new version does not wait for the pages of the one before to be closed: both ask the gateway first.
  event.waitUntil(Promise.all([keepShell(), scope.skipWaiting()]));
});

scope.addEventListener('activate', (event) => {
  const enable = scope.registration.navigationPreload.enable();
  event.waitUntil(Promise.all([dropOldShells(), scope.clients.claim(), enable]));
});

scope.addEventListener('fetch', (event) => {
  const response = responseTo(event);
  if (response) event.respondWith(response);
});

scope.addEventListener('push', (event) => event.waitUntil(receivePush(event.data?.text() ?? '')));
scope.addEventListener('notificationclick', (event) => event.waitUntil(pressNotice(event)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));

/** Undefined for all that is not the page itself: the browser asks for that as if there were no worker. */
function responseTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return undefined;
  if (request.method === 'POST' && pathname === sharePath) return receiveShared(request);
  if (request.method !== 'GET') return undefined;
  if (request.mode === 'navigate') return isPage(pathname) ? fetchPage(event) : undefined;
  return fetchAsset(request, pathname);
}
