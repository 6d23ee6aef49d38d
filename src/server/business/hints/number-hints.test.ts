import { expect, it } from 'vitest';
import { numberHints } from './number-hints.ts';

const namesOf = (idCard: string) =>
  numberHints({ type: 'personal', idCard, taxNumber: '', submittedAt: new Date('2026-01-02T00:00:00Z') }).map(({ name }) => name);

it.each([
  ['11010519491231002X', ['证号所示']],
  ['110105194912310021', ['身份证号校验码不符', '证号所示']],
  ['A123456(3)', ['身份证号非18位']],
  ['A123456(4)', ['香港身份证校验码不符']],
  ['1/234567/8', ['身份证号非18位']],
  ['南字第01234567号', ['身份证号非18位']],
])('the number %s leads to %j', (idCard, names) => {
  expect(namesOf(idCard)).toEqual(names);
});

// One code in the spellings of licences, invoices and input methods.
it.each([
  '91110000600037341L',
  '91110000600037341l',
  '91110000-600037341-L',
  '9111 0000 6000 3734 1L',
  '９１１１００００６０００３７３４１Ｌ',
  '９１１１００００－６０００３７３４１－Ｌ',
  '91110000\u200b600037341L\u202c',
  '统一社会信用代码：91110000600037341L',
  '\u300091110000 600037341 L ',
])('the tax number %j is read as the code that it is', (taxNumber) => {
  const hints = (number: string) =>
    numberHints({ type: 'enterprise', idCard: '11010519491231002X', taxNumber: number, submittedAt: new Date('2026-01-02T00:00:00Z') });
  expect(hints(taxNumber)).toEqual(hints('91110000600037341L'));
  expect(hints(taxNumber).map(({ name }) => name)).not.toContain('税号非18位');
});
