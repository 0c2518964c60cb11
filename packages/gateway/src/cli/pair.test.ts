import { expect, test } from 'vitest';
import { qrCode } from '../access/qrCode.ts';
import { addressLines } from './addressLines.ts';
import { qrLines } from './pair.ts';

const blackOnWhite = '\u001b[38;5;16;48;5;231m';

test('a QR code is drawn two rows a line, with a margin, black on white', () => {
  const qr = qrCode('https://beckon.example/login?code=x');
  const lines = qrLines(qr);
  expect(lines.every((line) => line.startsWith(blackOnWhite))).toBe(true);
  const drawn = lines.map((line) => line.slice(blackOnWhite.length, -'\u001b[0m'.length));
  const rows = drawn.flatMap((line) => [
    Array.from(line, (block) => (block === '█' || block === '▀' ? '1' : '0')).join(''),
    Array.from(line, (block) => (block === '█' || block === '▄' ? '1' : '0')).join(''),
  ]);
  expect(rows.slice(2, 2 + qr.length).map((row) => row.slice(2, -2))).toEqual(qr);
  expect(rows.slice(0, 2).join('')).toMatch(/^0+$/);
});

test('each address is printed with what works there, and how to get HTTPS where none has it', () => {
  const here = { url: 'http://127.0.0.1:4517', reach: 'here', isSecure: true } as const;
  const network = { url: 'http://192.168.1.5:4517', reach: 'network', isSecure: false } as const;
  expect(addressLines([here])).toEqual([]);
  const plain = addressLines([here, network]).join('\n');
  expect(plain).toContain('http://127.0.0.1:4517    on this machine: everything works');
  expect(plain).toMatch(
    /192\.168\.1\.5:4517 {2}on your network: reading and answering work; installing the app needs HTTPS/,
  );
  expect(plain).toContain('--tls-cert');
  const warned = addressLines([here, { ...network, url: 'https://192.168.1.5:4517' }]).join('\n');
  expect(warned).toContain('browsers warn, since the certificate is not good for it');
  const secure = addressLines([here, { url: 'https://beckon.example', reach: 'public', isSecure: true }]).join('\n');
  expect(secure).toContain('https://beckon.example  through your proxy: everything works');
  expect(secure).not.toContain('--tls-cert');
});
