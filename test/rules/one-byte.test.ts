import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { inOneByte } from '../../scripts/one-byte.mjs';

it.each([
  ['a text', `'公证处\\n'`],
  ['a template', '`第${1 + 1}页 \\\\中`'],
  ['beyond the first plane', `'👍𠮷'.length + '👍'`],
  ['an expression', `'一二a'.replace(/[一-龥]/gu, '字')`],
  ['an expression beyond the first plane', `'a👍b'.replace(/[👍𠮷]/u, '好')`],
  ['a name', `(() => { const 编号 = { 号: 7 }; return 编号.号; })()`],
])('%s means the same in ASCII alone', (_, code) => {
  const escaped = inOneByte(code);
  expect(escaped).toMatch(/^[\0-\x7f]+$/);
  expect(runInNewContext(escaped)).toBe(runInNewContext(code));
});

it('refuses what an escape would change', () => {
  expect(() => inOneByte(String.raw`/\。/`)).toThrow('behind a backslash: \\。/');
});
