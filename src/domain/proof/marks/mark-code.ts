/** Crockford's base 32, without the easily confused I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Letters that people type instead of digits. */
const readAs: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
export const markCodeChars = 12;

/**
 * The code of a mark, which an app shows in the first frame: the first 60 bits of the mark's hash. Whoever shows it knew the mark, and a
 * verifier can compute it again. @param hash 64 hex digits.
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

/** Formats a code for display: three groups of four. */
export function printedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** Parses a typed code, with or without groups, in either case; null for an invalid code. */
export function readCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => readAs[letter] ?? letter);
  return code.length === markCodeChars && [...code].every((letter) => alphabet.includes(letter)) ? code : null;
}
