// What was shared with the app, on its way from the service worker, which receives it, to the page. It is taken once.

export interface Shared {
  text: string;
  images: File[];
}

/** Where the page is opened once something was put by for it. */
export const sharedPage = '/new?shared';

export function isOpenedBySharing({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  return `${pathname}${search}` === sharedPage;
}

const cacheName = 'beckon-shared';
const textKey = '/shared/text';
const imageKey = (index: number) => `/shared/image-${index}`;
const nameHeader = 'x-name';

export async function putBy({ text, images }: Shared): Promise<void> {
  await caches.delete(cacheName);
  const cache = await caches.open(cacheName);
  await Promise.all(
    images.map((image, index) => {
      const headers = { 'content-type': image.type, [nameHeader]: encodeURIComponent(image.name) };
      return cache.put(imageKey(index), new Response(image, { headers }));
    }),
  );
  await cache.put(textKey, new Response(text));
}

/** Undefined where nothing was shared. */
export async function takeShared(): Promise<Shared | undefined> {
  const cache = await caches.open(cacheName);
  const text = await cache.match(textKey);
  if (!text) return undefined;
  const images: File[] = [];
  for (let next = await cache.match(imageKey(0)); next; next = await cache.match(imageKey(images.length))) {
    const name = decodeURIComponent(next.headers.get(nameHeader) ?? 'image');
    images.push(new File([await next.blob()], name, { type: next.headers.get('content-type') ?? '' }));
  }
  await caches.delete(cacheName);
  return { text: await text.text(), images };
}
