// The half of this browser's credential that the page keeps for its own origin. The other half, a cookie, goes to every port of
// the host, and so is not enough.
import { deviceKeyName } from '@beckon/protocol';

export function deviceKey(): string | undefined {
  try {
    return localStorage.getItem(deviceKeyName) ?? undefined;
  } catch {
    // A browser that keeps nothing for a page has no key either; the gateway says what that means.
    return undefined;
  }
}
