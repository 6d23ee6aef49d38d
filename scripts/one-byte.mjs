/**
 * The same program with an escape (`\u4e2d`) for each character outside ASCII. V8 keeps a source in two bytes a character as soon as one
 * of them needs two, for as long as the process lives.
 * @param {string} code JavaScript whose literals a bundler has printed. An escaped character (`\中`) would become another text.
 */
export function inOneByte(code) {
  const escaped = /(?<!\\)(?:\\\\)*\\[^\0-\x7f].{0,40}/s.exec(code);
  if (escaped !== null) throw new Error(`a character outside ASCII behind a backslash: ${escaped[0]}`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
