/**
 * Replaces each non-ASCII character of a program by an escape (`\u4e2d`). V8 stores a source with two bytes per character if one of them
 * needs two, for the whole life of the process.
 * @param {string} code JavaScript whose literals a bundler has printed. @throws for an escaped character (`\中`), which would become
 * another text.
 */
export function inOneByte(code) {
  const escaped = /(?<!\\)(?:\\\\)*\\[^\0-\x7f].{0,40}/s.exec(code);
  if (escaped !== null) throw new Error(`a character outside ASCII behind a backslash: ${escaped[0]}`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
