// Bytes as they travel to and from a terminal.

const encoder = new TextEncoder();
/** More arguments at once overflow the stack. */
const stretch = 0x8000;

export function fromText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Of text whose every character stands for one byte. */
export function fromBinaryText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += stretch) {
    text += String.fromCharCode(...bytes.subarray(start, start + stretch));
  }
  return btoa(text);
}

export function fromBase64(encoded: string): Uint8Array {
  return fromBinaryText(atob(encoded));
}

export function joined(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Text that is only text: pasted control characters would act as keys, and could end the paste before its end. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what has to go
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '');
}
