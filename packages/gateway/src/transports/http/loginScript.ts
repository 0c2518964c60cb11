// What the pages of the one-time link do in the browser: one keeps the key that it was given, the other says so where this browser
// is signed in already. Plain text, because it is served as it is.
import { deviceKeyHeader, deviceKeyName } from '@beckon/protocol';

export const loginScript = `
const byId = (id) => document.getElementById(id);
const given = byId('key');
const kept = () => localStorage.getItem('${deviceKeyName}');

if (given) keepKey();
else if (kept()) sayWhetherSignedIn();

function keepKey() {
  try {
    localStorage.setItem('${deviceKeyName}', given.dataset.key);
    location.replace(given.dataset.path);
  } catch {
    byId('going').hidden = true;
    byId('trouble').hidden = false;
  }
}

async function sayWhetherSignedIn() {
  const response = await fetch('/api/about', { headers: { '${deviceKeyHeader}': kept() } });
  byId('offer').hidden = response.ok;
  byId('signed-in').hidden = !response.ok;
}
`;
