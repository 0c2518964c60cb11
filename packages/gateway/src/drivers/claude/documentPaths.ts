// Documents for an agent in a terminal lie in a folder for a while, and its messages name them there. MEASURED: of a text that is
// named with an `@`, the model gets the content with the message; a PDF it has to read itself, and is asked about.

/** What the folder's name begins with. */
export const documentFolder = 'beckon-documents-';

/** A path begins where a word does, or a quote: tried from every character, a word of a megabyte would take minutes. */
const named = new RegExp(`(?:@?"|(?<![^\\s"]))[^\\s"]*/${documentFolder}\\w{6}/\\d+-([\\w.-]+)"?`, 'g');

/** A message with the documents' names in the place of where they lay. */
export function withDocumentNames(text: string): string {
  return text.includes(documentFolder) ? text.replaceAll(named, '[document $1]') : text;
}
