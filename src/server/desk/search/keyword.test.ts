import { expect, it } from 'vitest';
import { mayBeForeign, mayBeIdentity, parseKeyword } from './keyword.ts';

it.each([
  ['13800000000', 'mobile', '13800000000'],
  ['+86 138-0000-0000', 'mobile', '13800000000'],
  ['８６１３８００００００００', 'mobile', '13800000000'],
  ['0123456789abcdef0123456789ABCDEF', 'evidence', '0123456789ABCDEF0123456789ABCDEF'],
  ['20260105 0123456789abcdef', 'order', '202601050123456789ABCDEF'],
  ['99000019900101123x', 'card', '99000019900101123X'],
  ['990000900101123', 'card', '990000900101123'],
  ['91990000ma00000001', 'code', '91990000MA00000001'],
  ['24992000000012345678', 'number', '24992000000012345678'],
  ['12345678', 'text', '12345678'],
  ['E12345678', 'text', 'E12345678'],
  ['A123456(7)', 'text', 'A123456(7)'],
  ['澄帆科技', 'text', '澄帆科技'],
  ['Manufacturing', 'text', 'MANUFACTURING'],
])('%s is read as %s', (keyword, form, number) => {
  expect(parseKeyword(keyword)).toMatchObject({ form, number });
});

it('asks for papers and for numbers of outsiders only by what may be one', () => {
  const may = (keyword: string) => [mayBeIdentity(parseKeyword(keyword)), mayBeForeign(parseKeyword(keyword))];
  expect(may('99000019900101123X')).toEqual([true, true]);
  expect(may('A123456(7)')).toEqual([true, false]);
  expect(may('T20260105')).toEqual([true, true]);
  expect(may('13800000000')).toEqual([false, false]);
  expect(may('0123456789ABCDEF0123456789ABCDEF')).toEqual([false, false]);
  expect(may('澄帆')).toEqual([false, false]);
});
