/**
 * Decodes a file of unknown encoding. The order is: byte order mark, the page's own declaration (`declared`: WHATWG HTML, 13.2.3.2), UTF-8
 * if the bytes are valid, else GB18030, which older systems in China write (it includes GBK and GB 2312). Invalid bytes become replacement
 * characters.
 */
export function decodeText(bytes: Uint8Array, declared: 'page' | 'none'): string {
  const label = markOf(bytes) ?? (declared === 'page' ? declaredIn(bytes) : null);
  if (label !== null) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

/** The encoding in `<meta charset>` or `<meta http-equiv>` within the first 1,024 bytes; null if unknown. */
function declaredIn(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    // A declaration that is readable as single bytes cannot be in UTF-16, whatever it says.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return null;
  }
}
