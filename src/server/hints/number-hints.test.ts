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
