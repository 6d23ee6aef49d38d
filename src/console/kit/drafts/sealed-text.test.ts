import { expect, it } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const key = '11'.repeat(32);
const place = 'draft:7:notarization/42';
const text = '证据文件缺失，请补充后再次申请 🙂';

it('opens for its key at its place, and for nobody else and nowhere else', () => {
  const sealed = sealText(key, place, text);
  expect(openText(key, place, sealed)).toBe(text);
  expect(openText('22'.repeat(32), place, sealed)).toBeUndefined();
  expect(openText(key, 'draft:7:notarization/43', sealed)).toBeUndefined();
});

it('reveals nothing of the text and differs each time', () => {
  const [one, two] = [sealText(key, place, text), sealText(key, place, text)];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'hex').includes(Buffer.from('证据'))).toBe(false);
});

it('a text longer than one block comes back whole', () => {
  const long = '备注'.repeat(200);
  expect(openText(key, place, sealText(key, place, long))).toBe(long);
});

it.each(['', 'zz', 'abc', '00'.repeat(47), '00'.repeat(64)])('what is none of ours (%s) opens to nothing', (sealed) => {
  expect(openText(key, place, sealed)).toBeUndefined();
});

it('a changed byte opens to nothing', () => {
  const sealed = sealText(key, place, text);
  expect(openText(key, place, sealed.slice(0, 40) + (sealed[40] === '0' ? '1' : '0') + sealed.slice(41))).toBeUndefined();
});
