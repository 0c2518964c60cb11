// The one-time link that signs a browser in.

export function loginUrl(url: string, code: string): string {
  return `${url}/login?code=${code}`;
}
