import { giftType } from '../../domain/codes/points.ts';
import { userType } from '../../domain/codes/users.ts';
import type { FormValues } from '../form/form-field.tsx';
import type { Question } from '../form/use-submission.ts';
import { CallRefused } from '../net/verdict.ts';
import { toast } from '../ui/toast.ts';
import { findReceiver } from './find-receiver.ts';

/** Confirmation with recipient and amount, before the form is sent. A user who cannot receive points is refused here already. */
export async function askGift({ mobile = '', type = '', pointsType = '', points = '' }: FormValues): Promise<Question> {
  const { name, mobile: found } = await findReceiver(mobile, type).catch((error: unknown) => {
    if (error instanceof CallRefused) toast('error', error.message);
    throw error;
  });
  const whose = `${userType.labelOf(Number(type))}用户${name}（${found}）`;
  const what = [inLargeUnits(Number(points)), giftType.labelOf(Number(pointsType))].filter(Boolean).join('，');
  return {
    title: '确认赠送积分',
    text: `确定向${whose}赠送 ${points} 积分（${what}）吗？赠送后只能由其他人员撤销。`,
  };
}

/** A large amount in 万 or 亿, because nobody counts nine zeros; empty for a small one. */
export function inLargeUnits(points: number): string {
  if (points < 10_000) return '';
  return points < 100_000_000 ? `${points / 10_000}万` : `${points / 100_000_000}亿`;
}
