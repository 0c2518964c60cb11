// What other apps share with the installed app: put by for the page, which fills the form of a new session with it.
import { putBy, sharedPage } from '../new-session/shared.ts';

/** As the manifest says. */
export const sharePath = '/share';

export async function receiveShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const texts = ['title', 'text', 'url'].flatMap((field) => {
    const value = form.get(field);
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
  const images = form.getAll('images').filter((value) => value instanceof File);
  await putBy({ text: [...new Set(texts)].join('\n'), images });
  return Response.redirect(sharedPage, 303);
}
