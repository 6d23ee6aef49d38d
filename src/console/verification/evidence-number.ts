import { typedHash, typedNumber } from '../../domain/text/typed.ts';

/** The evidence number in an address, such as that of a certificate's QR code; empty if there is none. */
export function numberIn(search: string): string {
  const given = new URLSearchParams(search);
  return typedNumber(given.get('number') ?? given.get('n') ?? '');
}

export function isNumber(text: string): boolean {
  return /^[0-9A-F]{32}$/.test(text);
}

/** Why a text, as it was typed, is no evidence number; empty if it is one. */
export function numberFault(text: string): string {
  if (isNumber(typedNumber(text))) return '';
  const digits = typedHash(text);
  const hash = /^[0-9a-f]+$/.test(digits) ? hashes[digits.length] : undefined;
  if (hash !== undefined)
    return `填写的有${digits.length}位，与${hash}哈希一样长，不是存证编号；请填写证书上的32位编号，或选择文件，由本页计算哈希后核对`;
  return '存证编号为32位，由数字和字母A至F组成';
}

/** Hashes by their number of hexadecimal digits. A certificate has others as long as a file's, such as those of the log. */
const hashes: Readonly<Record<number, string>> = { 40: 'SHA-1', 64: 'SHA-256、SM3', 96: 'SHA-384', 128: 'SHA-512' };
