/** Length in code points, as operators count characters: an emoji or a rare character is one. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The longest keyword of a search, in code points. */
export const keywordChars = 100;
