/** Where the newest evidence record of a number is: DER of RFC 4998, open, 202 until there is one. */
export function recordPath(number: string): string {
  return `/open/v1/records/${number}`;
}
