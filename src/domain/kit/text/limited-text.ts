/** A statement, parts of which other people wrote, and what limits it, which stands behind it however long they are. */
export interface LimitedText {
  readonly text: string;
  /** With the mark before it; empty if nothing limits it. */
  readonly limit: string;
}

export function wholeText({ text, limit }: LimitedText): string {
  return text + limit;
}
