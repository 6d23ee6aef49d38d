import { expect, it } from 'vitest';
import { draftSubject, draftSubjectForm, isSecretField } from './draft-subject.ts';

it('names every subject in the form that the call takes', () => {
  const subjects = [
    draftSubject.userReview('42', false),
    draftSubject.userReview('42', true),
    draftSubject.applicationReview('7'),
    draftSubject.invoiceReview('9', 'finance', 'approve'),
    draftSubject.redFlush('9'),
    draftSubject.gift,
    draftSubject.version('ios'),
    draftSubject.role(undefined),
    draftSubject.account('3'),
  ];
  expect(new Set(subjects).size).toBe(subjects.length);
  expect(subjects.filter((subject) => !draftSubjectForm.test(subject))).toEqual([]);
});

it.each(['password', 'oldPassword', 'passwd', 'totp', 'security_key', 'clientSecret', 'imgCode', 'imgCodeToken'])(
  '%s is secret',
  (name) => {
    expect(isSecretField(name)).toBe(true);
  },
);

it.each(['mobile', 'dealCode', 'reason', 'mustUseTwoSteps', 'roleDesc', 'explain'])('%s is not', (name) => {
  expect(isSecretField(name)).toBe(false);
});
