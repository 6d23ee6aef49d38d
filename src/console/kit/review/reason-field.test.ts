import { expect, it } from 'vitest';
import { withTemplate } from './reason-field.tsx';

it.each([
  ['', '缺少授权书'],
  ['  ', '缺少授权书'],
  ['缺少授权书', '缺少授权书'],
  ['照片不清晰', '缺少授权书'],
  ['公章名称有误', '公章名称有误；缺少授权书'],
  ['公章名称有误 ', '公章名称有误；缺少授权书'],
  ['公章名称有误；照片不清晰', '公章名称有误；缺少授权书'],
  ['公章名称有误；缺少授权书', '公章名称有误；缺少授权书'],
  ['照片不清晰，请重拍', '照片不清晰，请重拍；缺少授权书'],
])('%o with a template is %o', (reason, text) => {
  expect(withTemplate(reason, '缺少授权书', ['照片不清晰', '缺少授权书'])).toBe(text);
});
