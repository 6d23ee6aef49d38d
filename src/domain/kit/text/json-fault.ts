/**
 * What makes a text no JSON (RFC 8259), with its place; or a key that an object has twice, of which each reader takes another value (RFC
 * 8259, 4). Null if there is nothing. Does not recurse, so that a text of any depth is read.
 * @returns a path of keys that leads to the fault, and a predicate in English.
 */
export function jsonFault(text: string): { readonly path: string; readonly message: string } | null {
  const open: Level[] = [];
  let at = 0;
  const none = (expected: string) => {
    const found = at >= text.length ? 'the text ends' : `there is ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
    return { path: '', message: `is not JSON: ${found} at ${placeIn(text, at)}, where ${expected} is expected` };
  };
  const takes = (token: RegExp): string | null => {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    at += found?.length ?? 0;
    return found ?? null;
  };
  /** Step by step: one expression for a whole text overflows the stack at millions of escapes. */
  const takesText = (): string | null => {
    const begin = at;
    if (takes(quote) === null) return null;
    do takes(plain);
    while (takes(escape) !== null);
    if (takes(quote) !== null) return text.slice(begin, at);
    at = begin;
    return null;
  };
  for (;;) {
    // A value.
    takes(blanks);
    const begin = text[at];
    if (begin === '{' || begin === '[') {
      at += 1;
      takes(blanks);
      const level: Level = begin === '{' ? { end: '}', keys: new Set(), key: '' } : { end: ']', keys: null, key: '0' };
      if (text[at] === level.end) at += 1;
      else {
        open.push(level);
        if (level.keys === null) continue;
        const fault = keyFault(level, level.keys);
        if (fault) return fault;
        continue;
      }
    } else if ((takesText() ?? takes(word)) === null) return none(begin === '"' ? 'a text that ends in its line' : 'a value');
    // What follows it.
    for (;;) {
      takes(blanks);
      const level = open.at(-1);
      if (level === undefined) return at === text.length ? null : none('the end');
      if (text[at] === level.end) {
        at += 1;
        open.pop();
        continue;
      }
      if (text[at] !== ',') return none(`"," or "${level.end}"`);
      at += 1;
      if (level.keys === null) level.key = String(Number(level.key) + 1);
      else {
        takes(blanks);
        const fault = keyFault(level, level.keys);
        if (fault) return fault;
      }
      break;
    }
  }

  function keyFault(level: Level, keys: Set<string>): { path: string; message: string } | null {
    const token = takesText();
    if (token === null) return none('a key in quotation marks');
    level.key = JSON.parse(token) as string;
    if (keys.has(level.key)) return { path: open.map(({ key }) => key).join('.'), message: 'was given twice' };
    keys.add(level.key);
    takes(blanks);
    if (text[at] !== ':') return none('":"');
    at += 1;
    return null;
  }
}

interface Level {
  readonly end: '}' | ']';
  /** Null for a list. */
  readonly keys: Set<string> | null;
  /** The present key, or index. */
  key: string;
}

const blanks = /[\t\n\r ]*/y;
const quote = /"/y;
// oxlint-disable-next-line no-control-regex -- control characters are not allowed
const plain = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function placeIn(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${[...(before.at(-1) ?? '')].length + 1}`;
}
