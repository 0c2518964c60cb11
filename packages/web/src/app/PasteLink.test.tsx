import { expect, it } from 'vitest';
import { codeIn } from './PasteLink.tsx';

const code = 'abcdefghijklmnopqrstuvwxyz_-0123';

it.each([
  [`https://beckon.example/login?code=${code}`, code],
  [` http://192.168.1.5:4517/login?code=${code}\n`, code],
  [code, code],
  ['https://beckon.example/', undefined],
  [`https://beckon.example/login?code=${code}&evil=1`, undefined],
  [`https://beckon.example/login?code=${code}"><script>`, undefined],
  ['', undefined],
])('the code in %j is %j', (text, expected) => expect(codeIn(text)).toBe(expected));
