/** Crockford's base 32: no I, L, O or U, which are read as others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** What people type instead. */
const readAs: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
export const markCodeChars = 12;

/**
 * The code of a mark, which an app shows in the first frame: the first 60 bits of the mark's hash. So whoever shows it knew the mark, and a
 * verifier finds it anew. @param hash 64 hex digits.
 */
export function markCode(hash: string): string {
  let bits = BigInt(`0x${hash.slice(0, 15)}`);
  let code = '';
  for (let at = 0; at < markCodeChars; at += 1) {
    code = `${alphabet[Number(bits & 31n)] ?? ''}${code}`;
    bits >>= 5n;
  }
  return code;
}

/** As people read it: three groups of four. */
export function printedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** The code that somebody typed, in groups or not, in either case; null for a text that is none. */
export function readCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => readAs[letter] ?? letter);
  return code.length === markCodeChars && [...code].every((letter) => alphabet.includes(letter)) ? code : null;
}
