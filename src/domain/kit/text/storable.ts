import { visibleLine } from './visible-text.ts';

/*
 * Which characters a text from outside may contain, wherever it enters. Each output has its own rule: file names (`file-name`), terminals
 * (`cli/verify/line`), workbooks, PDFs.
 */

/**
 * Finds a text that no database accepts, because it contains a NUL character or half of a surrogate pair; returns the keys that lead to it,
 * or null if there is none. Descends without a depth limit, so a schema must limit the depth first.
 */
export function unstorableIn(value: unknown): string[] | null {
  return textPathIn(value, (text) => !isStorable(text));
}

/** The keys that lead to the first text within `value` for which `isSought` is true; null if there is none. Descends without a limit. */
export function textPathIn(value: unknown, isSought: (text: string) => boolean): string[] | null {
  if (typeof value === 'string') return isSought(value) ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const path = textPathIn(member, isSought);
    if (path) return [key, ...path];
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** Whether a single-line text has no control characters (C0, DEL and C1) and no separators of lines. */
export function isPlainLine(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text);
}

/** The same for a text of several lines; tabs and line ends are allowed. */
export function isPlainText(text: string): boolean {
  return isPlainLine(text.replaceAll(/[\t\r\n\u2028\u2029]/g, ''));
}

/**
 * Makes a typed name safe for a log: one line, at most `max` characters, nothing that could imitate another row or change the direction of
 * the text around it.
 */
export function asLoggedName(name: string, max: number): string {
  return [...visibleLine(name)].slice(0, max).join('');
}
