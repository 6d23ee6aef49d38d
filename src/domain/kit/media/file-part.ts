import { latin1 } from '../bytes/bytes.ts';

/**
 * Where in a file a byte stands. `signal`: in the picture, sound or page that the file shows; `metadata`: in a tag or chunk beside it;
 * `appended`: behind the end that the format states; `text`: in a line of a text; `unknown`: the format is not read, or says nothing of it.
 */
export const partKinds = ['signal', 'metadata', 'appended', 'text', 'unknown'] as const;
export type PartKind = (typeof partKinds)[number];

export interface FilePart {
  readonly kind: PartKind;
  /** The part in Chinese with the format's own name of it: PNG 的 tEXt 块“Comment”. Empty if unknown. */
  readonly name: string;
}

/** A name that a file gives a part of itself, as it may stand within quotation marks. */
export function partName(bytes: Uint8Array): string {
  const [first = ''] = new TextDecoder().decode(bytes.subarray(0, 256)).split('\0');
  return first.replace(/[\p{C}\ufffd“”]/gu, '').slice(0, 60);
}

/** Four letters that name a chunk or box. */
export function fourLetters(bytes: Uint8Array, at: number): string {
  return latin1(bytes, at, at + 4)
    .replace(/[^\x20-\x7e©]/g, '.')
    .trim();
}
