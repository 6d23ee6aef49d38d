import * as asn1 from 'asn1js';
import { toBase64 } from '../tlog/bytes.ts';

/** One DER value that fills `bytes` to the last byte. @throws Error when it is not one, or when anything follows it. */
export function readDer(bytes: Uint8Array): asn1.AsnType {
  const { result, offset } = asn1.fromBER(bytes);
  if (offset === -1) throw new Error(`not DER: ${result.error}`);
  if (offset !== bytes.length) throw new Error(`${bytes.length - offset} bytes follow the DER value`);
  return result;
}

/** The values inside a constructed DER value. @throws Error when `value` is a primitive or missing. */
export function childrenOf(value: unknown): asn1.AsnType[] {
  if (value instanceof asn1.Constructed || value instanceof asn1.Sequence || value instanceof asn1.Set) return value.valueBlock.value;
  throw new Error('a constructed DER value was expected');
}

/** The bytes of a value as they were read, tag and length included: what a hash over it was made of. */
export function rawBytes(value: asn1.AsnType): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(value.valueBeforeDecodeView);
}

/** PEM of DER values under one label, one after the other, each ending in a line feed. */
export function toPem(label: string, ders: readonly Uint8Array[]): string {
  const block = (der: Uint8Array) => {
    const lines = toBase64(der).match(/.{1,64}/g) ?? [];
    return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
  };
  return ders.map(block).join('');
}

/** The DER values in a PEM text that stand under `label`; other blocks and the text between them are passed over. */
export function fromPem(label: string, pem: string): Uint8Array<ArrayBuffer>[] {
  const blocks = pem.matchAll(new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`, 'g'));
  return [...blocks].map(([, base64 = '']) => looseBase64(base64));
}

/** The bytes as far as the text is base64: what is none gives no certificate either. */
function looseBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.replaceAll(/[^A-Za-z0-9+/]/g, '');
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return Uint8Array.from(atob(whole), (letter) => letter.charCodeAt(0));
}
