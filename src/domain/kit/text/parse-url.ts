/** Parses an address; null for anything else. In place of `URL.parse` and `URL.canParse`, which browsers of 2022 lack. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
