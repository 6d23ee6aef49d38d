import { expect, it } from 'vitest';
import { jsonFault } from './json-fault.ts';

it.each([
  '{}',
  '[]',
  ' { "a" : [ 1 , -2.5e+3 , { } , [ ] , "x" , true , false , null ] } \r\n',
  '"a"',
  '0',
  'null',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}],"A":1,"a ":1}',
  String.raw`{"a\"":1,"a":"\u5f20\\","":0}`,
  '{"a":"\u2028\u007f"}',
  '{"__proto__":1,"constructor":2}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  JSON.stringify('长'.repeat(1_000_000)),
  // The largest body of a call, all escapes.
  JSON.stringify('\n'.repeat(4_194_303)),
])('finds nothing in JSON: case %#', (text) => {
  JSON.parse(text);
  expect(jsonFault(text)).toBeNull();
});

it.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"a":1}', 'a'],
  ['{"a":1,"b":2,\n"a" :2}', 'a'],
  [String.raw`{"a":1,"\u0061":2}`, 'a'],
  ['{"":1,"":2}', ''],
  ['{"device":{"name":"a","model":"b","name":"c"}}', 'device.name'],
  ['{"baoquan":["a",{"b":1,"b":2}]}', 'baoquan.1.b'],
  ['[[],[{"x":{"y":1,"y":2}}]]', '1.0.x.y'],
  ['{"a":{"b":1},"a":{"c":1}}', 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('finds a key that comes twice in %s', (text, path) => {
  expect(jsonFault(text)).toEqual({ path, message: 'was given twice' });
});

it.each([
  ['', 'the text ends at line 1, column 1, where a value'],
  ['   ', 'the text ends at line 1, column 4, where a value'],
  ['{"a":1', 'the text ends at line 1, column 7, where "," or "}"'],
  ['{"a":', 'the text ends at line 1, column 6, where a value'],
  ['{"a"', 'the text ends at line 1, column 5, where ":"'],
  ['{', 'the text ends at line 1, column 2, where a key'],
  ['{"a":1,}', 'there is "}" at line 1, column 8, where a key'],
  ['[1,]', 'there is "]" at line 1, column 4, where a value'],
  ["{'a':1}", 'there is "\'" at line 1, column 2, where a key'],
  ['{a:1}', 'there is "a" at line 1, column 2, where a key'],
  ['{"a":张}', 'there is "张" at line 1, column 6, where a value'],
  ['{\n  "a": 1\n  "b": 2\n}', 'there is "\\"" at line 3, column 3, where "," or "}"'],
  ['{"a":1}{"b":2}', 'there is "{" at line 1, column 8, where the end'],
  ['{"a":01}', 'there is "1" at line 1, column 7, where "," or "}"'],
  ['{"a":+1}', 'there is "+" at line 1, column 6, where a value'],
  ['{"a":.5}', 'there is "." at line 1, column 6, where a value'],
  ['{"a":NaN}', 'there is "N" at line 1, column 6, where a value'],
  ['{"a":True}', 'there is "T" at line 1, column 6, where a value'],
  ['{"a":"x\ty"}', 'there is "\\"" at line 1, column 6, where a text that ends in its line'],
  ['{"a":"x', 'there is "\\"" at line 1, column 6, where a text that ends in its line'],
  [String.raw`{"a":"\x41"}`, 'there is "\\"" at line 1, column 6, where a text that ends in its line'],
  ['{"a":1 /* x */}', 'there is "/" at line 1, column 8, where "," or "}"'],
  ['\u00a0{}', 'there is "\u00a0" at line 1, column 1, where a value'],
  ['unique_id=1&type=2', 'there is "u" at line 1, column 1, where a value'],
  ['<xml/>', 'there is "<" at line 1, column 1, where a value'],
])('says where %j is no JSON', (text, words) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(jsonFault(text)).toMatchObject({ path: '', message: expect.stringContaining(`is not JSON: ${words}`) as string });
});

it('agrees with the parser about texts of chance', () => {
  const tokens = ['{', '}', '[', ']', ':', ',', '"a"', '"b"', '1', '-0', 'true', 'null', ' ', '\n', '"', '\\', '.5', 'e1'];
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  for (let round = 0; round < 100_000; round += 1) {
    const text = Array.from({ length: 1 + random(8) }, () => tokens[random(tokens.length)]).join('');
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    const fault = jsonFault(text);
    if (isJson !== (fault === null || fault.message === 'was given twice')) throw new Error(text);
  }
});
