import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { faultMessage, readFields } from './faults.ts';
import { evidenceNumber, fileName, identity, optionalEmail, optionalPhone, phone } from './fields.ts';
import { invoiceIntakeCalls } from './invoices.ts';
import { notarizationIntakeCalls } from './notarizations.ts';
import { orderIntakeCalls } from './orders.ts';
import { userIntakeCalls } from './users.ts';

const wordsOf = (schema: z.ZodType, given: unknown) => faultMessage(readFields(z.object({ a: schema }), { a: given }, 'body').faults ?? []);

describe('a number that a spreadsheet rounded', () => {
  it.each(['1.1E+17', '9.90000199001011E+17', '990000199001011000.0'])('%s is refused as one', (given) => {
    for (const field of [identity, phone, optionalPhone]) expect(wordsOf(field, given)).toContain('was rounded by a spreadsheet');
    const { account, tax_num } = invoiceIntakeCalls.createInvoice.body.shape;
    for (const field of [account, tax_num]) expect(wordsOf(field, given)).toContain('was rounded by a spreadsheet');
  });

  it('is none if all digits are there', () => {
    expect(identity.parse('990000900101123.0')).toBe('990000900101123');
    expect(phone.parse('1.2862936328E10')).toBe('12862936328');
  });
});

it.each(['+8613800138', '86-1380013800'])('%s, a number of China without a digit, is refused in words', (given) => {
  expect(wordsOf(phone, given)).toContain('手机号为11位');
  expect(wordsOf(optionalPhone, given)).toContain('手机号为11位');
});

it.each([
  '1370409859',
  '137 0409 85',
  '137-0409-859',
  '0137-0409-859',
  '137040985',
  '13704098',
  '１３７０４０９８５９',
  '手机：1370409859',
  '1370409859（微信同号）',
])('the mobile %s, which lacks a digit, is refused in words', (given) => {
  for (const field of [phone, optionalPhone]) expect(wordsOf(field, given)).toContain('手机号少了数字，应为11位');
});

it.each(['13704098599（本人）', '13704098599(张三)', '张三 13704098599', '本人13704098599', '1370409859x'])(
  'a number with words around it, %s, is refused for them',
  (given) => {
    for (const field of [phone, optionalPhone]) expect(wordsOf(field, given)).toContain('号码以外还有文字');
  },
);

it.each([
  ['021-63210000', '021-63210000'],
  ['0755-1234567', '0755-1234567'],
  ['10-88001234', '010-88001234'],
  ['63210000', '63210000'],
  ['12345', '12345'],
  ['13800', '13800'],
  ['106481234', '106481234'],
  ['+49 1512 345678', '+491512345678'],
  ['13704098599（微信）', '13704098599'],
])('%s, which is no mobile that lacks a digit, is %s', (given, number) => {
  expect(phone.parse(given)).toBe(number);
});

it.each([
  ['12862936328', '３１００００', '310000'],
  ['12862936328', '邮编：31 00 00', '310000'],
  ['12862936328', '', ''],
  ['+14155552671', '94105', '94105'],
  ['+442079460958', 'sw1a 1aa', 'SW1A 1AA'],
  ['12862936328', '31000', undefined],
  ['12862936328', '3100001', undefined],
  ['12862936328', '不详', undefined],
])('with the mobile %s, the postcode %j is %j', (mobile, given, code) => {
  const { recipient } = notarizationIntakeCalls.createNotarization.body.shape;
  const { data, faults } = readFields(recipient, { name: '某某', mobile, address: '某地', postcode: given }, 'body');
  expect(data?.postcode).toBe(code);
  if (code === undefined) expect(faultMessage(faults ?? [])).toMatch(/^postcode: must be /);
});

it.each([
  ['91990000MA00000001', '91990000MA00000001'],
  ['12345678-9', '12345678-9'],
  ['税号：9199 0000 MA00 0000 01', '91990000MA00000001'],
  ['', ''],
])('the number of a company %s is %s', (given, number) => {
  expect(userIntakeCalls.submitVerification.body.shape.tax_number.parse(given)).toBe(number);
});

it('finds an evidence number in a sentence', () => {
  expect(evidenceNumber.parse('存证2026112845fff54ce0dc8aecaa40a413的材料')).toBe('2026112845FFF54CE0DC8AECAA40A413');
});

it.each([
  ['zhang,san@qq.com', undefined],
  ['zhang san@qq.com', undefined],
  ['没有', undefined],
  ['R&D@company.com', 'R&D@company.com'],
  ['邮箱：a@b.cn', 'a@b.cn'],
  ['', ''],
])('the e-mail address %j is %j', (given, address) => {
  const read = optionalEmail.safeParse(given);
  expect(read.data).toBe(address);
  if (address === undefined) expect(wordsOf(optionalEmail, given)).toContain('电子邮箱无法识别');
});

it.each([
  ['11010119900307001', '现有17位'],
  ['1101011990030700111', '现有19位'],
  ['110101199002300011', '出生日期不存在'],
  ['E123', '证件号码无效'],
])('the identity number %s is refused: %s', (given, words) => {
  expect(wordsOf(identity, given)).toContain(words);
});

const { trade_no: trade } = orderIntakeCalls.recordPayment.body.shape;
it.each(['4200001234', '4200001234\u200b', '\ufeff4200001234', '４２００００１２３４', ' 4200001234\t'])(
  'the trade number %j is one',
  (given) => {
    expect(trade.parse(given)).toBe('4200001234');
  },
);
it.each(['4200 001234', '42000\u300001234', '', '\u200b', 'a\0b'])('the trade number %j is refused', (given) => {
  expect(wordsOf(trade, given)).not.toBe('');
});

it.each(['.', '..', '新建文件夹\\', 'C:\\证据\\', '/tmp/', '/tmp/..', ' ', '\u200b'])(
  'the file name %j is refused as that of a folder',
  (given) => {
    expect(wordsOf(fileName, given)).toContain('只有文件夹');
  },
);
it.each([
  ['', ''],
  ['C:\\证据\\合同.pdf', '合同.pdf'],
  ['...pdf', '...pdf'],
])('the file name %j is %j', (given, name) => {
  expect(fileName.parse(given)).toBe(name);
});
