import { describe, expect, it } from 'vitest';
import { codePointLength } from '../../../domain/kit/text/length.ts';
import { reasonFault, reasonTemplates } from './review.ts';

describe('拒绝原因: spec/console, 5.2', () => {
  it.each<['approve' | 'reject', string, string | undefined]>([
    ['approve', '', undefined],
    ['reject', '', '请填写拒绝原因'],
    ['reject', '   ', '请填写拒绝原因'],
    ['reject', '证'.repeat(20), undefined],
    ['reject', '证'.repeat(21), '拒绝原因最多20个字'],
    ['reject', '𠮷'.repeat(20), undefined],
  ])('%s with %o', (choice, reason, fault) => {
    expect(reasonFault(choice, reason)).toBe(fault);
  });

  it('each template may be sent as it is', () => {
    for (const template of reasonTemplates) expect(codePointLength(template)).toBeLessThanOrEqual(20);
  });
});
