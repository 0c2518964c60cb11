// The service worker as the page knows it: put to work once the page is there, and asked to renew itself when the gateway may be
// another one.

/** Browsers have none at addresses that they do not count as secure. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  // A browser that keeps nothing for a page has no worker for it either; the page works without.
  void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
}

export async function renewServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
}
