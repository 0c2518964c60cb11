// The page's own files, kept for when the gateway cannot be reached. While it can, the page always comes from there, so an old
// one is never shown in place of a new one. Files whose name has a hash of their content are taken from what is kept.
import type { FetchEvent } from './scope.ts';

/** Put in by the build: what the page needs to open, and a name that changes whenever any of it does. */
declare const beckonShell: { version: string; files: string[] };

const cacheName = (version: string) => `beckon-shell-${version}`;
const ownCache = cacheName(beckonShell.version);

/** A gateway whose machine sleeps does not refuse, it says nothing. */
const patienceMs = 4_000;

export async function keepShell(): Promise<void> {
  const cache = await caches.open(ownCache);
  await cache.addAll(beckonShell.files.map((file) => new Request(file, { cache: 'no-cache' })));
}

/** The one before is kept too: a page of it may be open, and load the rest of itself later. */
export async function dropOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(cacheName('')) && name !== ownCache);
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
}

/** Whether it is an address of the page, and not of something that the gateway itself shows. */
export function isPage(path: string): boolean {
  return !/^\/(api|hooks|login)(\/|$|\.)/.test(path);
}

export async function fetchPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const fromGateway = preloadResponse.then((preloaded) => preloaded ?? fetch(request));
  const response = await Promise.race([fromGateway, silence()]).catch(() => undefined);
  // What a proxy says in place of a gateway that is away does not help anybody.
  if (response && response.status < 500) return response;
  return (await kept('/')) ?? response ?? fromGateway;
}

/** Undefined for what is no file of the page. */
export function fetchAsset(request: Request, path: string): Promise<Response> | undefined {
  if (path.startsWith('/assets/')) return keptOrFetched(request);
  return beckonShell.files.includes(path) ? fetchedOrKept(request) : undefined;
}

/** Of this version: the one before has a page of its own at the same address. */
function kept(request: RequestInfo): Promise<Response | undefined> {
  return caches.match(request, { cacheName: ownCache });
}

/** Of any version: the name of such a file says what is in it. */
async function keptOrFetched(request: Request): Promise<Response> {
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(ownCache)).put(request, response.clone());
  return response;
}

async function fetchedOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(request);
    if (found) return found;
    throw error;
  }
}

function silence(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), patienceMs));
}
