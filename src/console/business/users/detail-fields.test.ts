import { expect, it } from 'vitest';
import type { UserDetailInfo } from '../../../contract/console/users.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { submittedFields, submittedPictures } from './detail-fields.ts';

const info = { license: 'a', author_front: 'b', author_back: 'c', author_hand: 'd', file: 'e' } as UserDetailInfo;
const shown = (type: 'personal' | 'enterprise') => {
  const fields = submittedFields(userType.code(type), info);
  const under = (name: string) => fields.filter(({ on }) => on.includes(name)).map(({ label }) => label);
  return { order: fields.map(({ label }) => label), ...Object.fromEntries(submittedPictures(info).map(({ alt }) => [alt, under(alt)])) };
};

it('an enterprise’s values come in the order of its pictures, and the number is its contact’s, whose name stands before it', () => {
  const contact = ['经办人姓名', '经办人身份证号'];
  expect(shown('enterprise')).toEqual({
    order: ['企业名称', '税号', '法定代表人', '地址', ...contact, '提交时间'],
    营业执照: ['企业名称', '税号', '法定代表人', '地址'],
    身份证正面: contact,
    身份证反面: [],
    手持身份证: contact,
    授权书: ['企业名称', '税号', '法定代表人', ...contact],
  });
});

it('a person’s values agree with both pictures that show the front of the card', () => {
  expect(shown('personal')).toMatchObject({
    order: ['姓名', '身份证号', '地址', '提交时间'],
    身份证正面: ['姓名', '身份证号', '地址'],
    手持身份证: ['姓名', '身份证号'],
  });
});
