/** Bytes as text, a character each: what a PDF and its offsets are read by. */
export function latin1(bytes: Uint8Array, from = 0, until = bytes.length): string {
  let text = '';
  for (let at = Math.max(0, from); at < Math.min(until, bytes.length); at += stepBytes)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(until, at + stepBytes)));
  return text;
}

/** Where the ASCII text begins for the last time; -1 for nowhere. */
export function lastIndexOfText(bytes: Uint8Array, text: string): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.lastIndexOf(first, bytes.length - text.length); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(first, at - 1))
    if (latin1(bytes, at, at + text.length) === text) return at;
  return -1;
}

/** So many characters a call may be given. */
const stepBytes = 8192;
