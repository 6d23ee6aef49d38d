import { expect, it } from 'vitest';
import { keepable, valuesOf, type FormField } from './form-field.tsx';

const fields: readonly FormField[] = [
  { kind: 'text', name: 'mobile', label: '手机号' },
  { kind: 'select', name: 'type', label: '用户类型', options: [{ value: 2, label: '企业' }] },
  { kind: 'password', name: 'next', label: '新密码' },
  { kind: 'text', name: 'totp', label: '动态口令' },
];

it('keeps no password and no code', () => {
  expect(keepable(fields, { mobile: '1', type: '2', next: 'Demo2026', totp: '123456' })).toEqual({ mobile: '1', type: '2' });
});

it('gives a choice back as its option has it, and none that is no option any more', () => {
  expect(valuesOf(fields, { mobile: '1', type: '2' })).toEqual({ mobile: '1', type: 2 });
  expect(valuesOf(fields, { mobile: '1', type: '9' })).toEqual({ mobile: '1' });
});
