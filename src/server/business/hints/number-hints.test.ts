import { expect, it } from 'vitest';
import { idNumberCheck } from '../../../domain/business/hints/id-number.ts';
import { numberHints } from './number-hints.ts';

const hintsOf = (idCard: string, hasDemo: boolean) =>
  numberHints({ type: 'personal', idCard, taxNumber: '', submittedAt: new Date('2026-01-02T00:00:00Z') }, hasDemo);
const namesOf = (idCard: string) => hintsOf(idCard, false).map(({ name }) => name);

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

it('tells of an area that does not exist, but calls the demo’s area what it is where the demo is', () => {
  const ofArea = (area: string, hasDemo: boolean) => {
    const body = `${area}000119491231002`;
    const [hint] = hintsOf(body + idNumberCheck(body), hasDemo);
    return [hint?.name, hint?.is_notice];
  };
  expect([ofArea('99', false), ofArea('98', true)]).toEqual([
    ['身份证号地区码不存在', true],
    ['身份证号地区码不存在', true],
  ]);
  expect(ofArea('99', true)).toEqual(['演示证号', false]);
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
    numberHints(
      { type: 'enterprise', idCard: '11010519491231002X', taxNumber: number, submittedAt: new Date('2026-01-02T00:00:00Z') },
      false,
    );
  expect(hints(taxNumber)).toEqual(hints('91110000600037341L'));
  expect(hints(taxNumber).map(({ name }) => name)).not.toContain('税号非18位');
});
