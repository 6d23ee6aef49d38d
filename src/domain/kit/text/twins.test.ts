import { expect, it } from 'vitest';
import { plainText, twinsOf } from './twins.ts';

it.each([
  ['ＡＢＣ有限公司', 'abc有限公司'],
  ['Ａ股（上海)', 'a股(上海)'],
  ['ａＢc１２3', 'abc123'],
  ['甲＆乙＿丙－丁', '甲&乙_丙-丁'],
  ['O’Brien', "o'brien"],
  ['阿不都•买买提・‧', '阿不都·买买提··'],
  ['﹙沪﹚﹣', '(沪)-'],
  ['ｶﾒﾗ', 'カメラ'],
  ['ÉCOLE Иван', 'école иван'],
  ['⾦⻰王\ue863\uf9f4', '金龙王䶮林'],
  ['￥１２８．００', '¥128.00'],
  ['İstanbul ß ﬁ 𠮷', 'İstanbul ß ﬁ 𠮷'],
])('%s is %s', (text, plain) => {
  expect(plainText(text)).toBe(plain);
  expect(plainText(plain)).toBe(plain);
});

it.each([
  ['a', 'ＡａＡ'],
  ['1', '１'],
  ['(', '﹙（'],
  ['é', 'É'],
  ['и', 'И'],
  ["'", '‘’ʼ＇'],
  ['·', '•・･'],
  ['龙', '⻰'],
  ['䶮', '\ue863'],
  ['林', '\uf9f4'],
  ['カ', 'ｶ'],
])('%s has the twins %s among others, each of which is plain %s', (plain, some) => {
  const twins = twinsOf(plain);
  expect(twins).toEqual(expect.arrayContaining([...some].filter((twin) => twin > '\x7f')));
  expect(twins.map(plainText)).toEqual(twins.map(() => plain));
  expect(new Set(twins).size).toBe(twins.length);
});

it('what has no other spelling has no twin', () => {
  for (const plain of ['公', ' ', '\n', '𠮷', 'İ']) expect(twinsOf(plain)).toEqual([]);
});
