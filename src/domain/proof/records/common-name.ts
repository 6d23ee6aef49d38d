import { sameBytes } from '../../kit/bytes/bytes.ts';
import { childrenOf, type DerValue } from '../../kit/bytes/der.ts';

/** The first common name in an X.500 name, at most 200 bytes of it; empty if there is none. */
export function commonNameIn(name: DerValue | undefined): string {
  for (const set of childrenOf(name) ?? []) {
    for (const pair of childrenOf(set) ?? []) {
      const [type, value] = childrenOf(pair) ?? [];
      if (type && value && sameBytes(type.content, commonName)) return new TextDecoder().decode(value.content.subarray(0, 200));
    }
  }
  return '';
}

/** 2.5.4.3 */
const commonName = Uint8Array.of(0x55, 0x04, 0x03);
