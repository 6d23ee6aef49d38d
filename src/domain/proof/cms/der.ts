import * as asn1 from 'asn1js';
import { toBase64 } from '../../kit/bytes/bytes.ts';

/** Parses one DER value that fills `bytes` completely. @throws Error for invalid DER and for bytes after the value. */
export function readDer(bytes: Uint8Array): asn1.AsnType {
  const { result, offset } = asn1.fromBER(bytes);
  if (offset === -1) throw new Error(`not DER: ${result.error}`);
  if (offset !== bytes.length) throw new Error(`${bytes.length - offset} bytes follow the DER value`);
  return result;
}

/** The values inside a constructed DER value. @throws Error if `value` is primitive or missing. */
export function childrenOf(value: unknown): asn1.AsnType[] {
  if (value instanceof asn1.Constructed || value instanceof asn1.Sequence || value instanceof asn1.Set) return value.valueBlock.value;
  throw new Error('a constructed DER value was expected');
}

/** The original bytes of a value with tag and length; a hash of the value covers these bytes. */
export function rawBytes(value: asn1.AsnType): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(value.valueBeforeDecodeView);
}

/** Encodes DER values as PEM blocks with one label, each ending in a line feed. */
export function toPem(label: string, ders: readonly Uint8Array[]): string {
  const block = (der: Uint8Array) => {
    const lines = toBase64(der).match(/.{1,64}/g) ?? [];
    return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
  };
  return ders.map(block).join('');
}

/** The DER values in a PEM text with this label. Other blocks and any text between blocks are ignored. */
export function fromPem(label: string, pem: string): Uint8Array<ArrayBuffer>[] {
  const blocks = pem.matchAll(new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`, 'g'));
  return [...blocks].map(([, base64 = '']) => looseBase64(base64));
}

/** Decodes base64 leniently, ignoring invalid characters: invalid text simply gives no valid certificate. */
function looseBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.replaceAll(/[^A-Za-z0-9+/]/g, '');
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return Uint8Array.from(atob(whole), (letter) => letter.charCodeAt(0));
}
