/** Public path of the newest evidence record of a number: DER of RFC 4998; it responds 202 until there is one. */
export function recordPath(number: string): string {
  return `/open/v1/records/${number}`;
}
