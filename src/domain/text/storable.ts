/*
 * Which characters a text from outside may hold, wherever it comes in. Each place that a text goes out to has a rule of its own: a file
 * name (`file-name`), a terminal (`cli/verify/line`), a workbook, a PDF.
 */

/**
 * Where a text stands that no database takes, because it holds a NUL character or half of a surrogate pair: the keys that lead to it.
 * Null when there is none. Looks into arrays and objects as deep as they go, so let a schema say first how deep that is.
 */
export function unstorableIn(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const path = unstorableIn(member);
    if (path) return [key, ...path];
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** Whether a text of one line has no control characters (C0 and DEL). */
export function isPlainLine(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return !/[\u0000-\u001f\u007f]/.test(text);
}

/** The same for a text of several lines, in which tabs and line ends may stand. */
export function isPlainText(text: string): boolean {
  return isPlainLine(text.replaceAll(/[\t\r\n]/g, ''));
}

/**
 * A name as somebody typed it, for a log: one line, at most `max` characters, nothing that could pass for another row or turn what is read
 * around it.
 */
export function asLoggedName(name: string, max: number): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return [...name.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, ' ')].slice(0, max).join('');
}
