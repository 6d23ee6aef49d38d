/** Decodes bytes as one character each, so that string offsets are byte offsets, as in a PDF. */
export function latin1(bytes: Uint8Array, from = 0, until = bytes.length): string {
  let text = '';
  for (let at = Math.max(0, from); at < Math.min(until, bytes.length); at += stepBytes)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(until, at + stepBytes)));
  return text;
}

/** Offset of the last occurrence of an ASCII text; -1 if there is none. */
export function lastIndexOfText(bytes: Uint8Array, text: string): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.lastIndexOf(first, bytes.length - text.length); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(first, at - 1))
    if (latin1(bytes, at, at + text.length) === text) return at;
  return -1;
}

/** Limits the number of arguments of one call. */
const stepBytes = 8192;
