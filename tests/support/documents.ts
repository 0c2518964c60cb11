// Documents as a person sends them.

/** One empty page. */
export const pdfText = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64');

export const pdfFile = (name: string, content: string | Buffer = pdfText) =>
  ({ type: 'document', mediaType: 'application/pdf', name, data: base64(content) }) as const;

export const textFile = (name: string, content: string | Buffer) =>
  ({ type: 'document', mediaType: 'text/plain', name, data: base64(content) }) as const;
