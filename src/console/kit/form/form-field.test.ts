import { expect, it } from 'vitest';
import { faultOf, type FormField } from './form-field.tsx';

const remark: FormField = { kind: 'area', name: 'remark', label: '备注', missing: '请输入备注', maxChars: 3 };
const amount: FormField = {
  kind: 'text',
  name: 'points',
  label: '数额',
  check: (text) => (/^\d+$/.test(text) ? undefined : '数额必须为数字'),
};

it.each<[string, FormField, string, string | undefined]>([
  ['an empty required field says what is missing', remark, '  ', '请输入备注'],
  ['a text at its limit is good, counted by code point', remark, '𠮷𠮷𠮷', undefined],
  ['a text over its limit is refused', remark, '四个汉字', '备注最多3个字'],
  ['an empty optional field is good', amount, '', undefined],
  ['a field’s own check decides', amount, '1e3', '数额必须为数字'],
])('%s', (_name, field, value, fault) => {
  expect(faultOf(field, value)).toBe(fault);
});
