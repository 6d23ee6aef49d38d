import phone from './phone.b64?raw';
import street from './street.b64?raw';

/**
 * A WebM of three seconds, drawn for the demo. The note is a Void element at its end (RFC 8794, 11.3.2), which players skip and which makes
 * the file unique.
 */
export function clip(name: 'street' | 'phone', note: string): Buffer {
  const text = Buffer.from(note);
  return Buffer.concat([films[name], Buffer.from([0xec, 0x80 + text.length]), text]);
}

const films = { street: Buffer.from(street, 'base64'), phone: Buffer.from(phone, 'base64') };
