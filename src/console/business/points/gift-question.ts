import { giftType } from '../../../domain/business/codes/points.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { typedAmount } from '../../../domain/business/rules/gift-amount.ts';
import type { FormValues } from '../../kit/form/form-field.tsx';
import type { Question } from '../../kit/form/use-submission.ts';
import { CallRefused } from '../../kit/net/verdict.ts';
import { toast } from '../../kit/ui/toast.ts';
import { findReceivers, othersNote, wrongType } from './find-receiver.ts';

/** Confirmation with recipient and amount, before the form is sent. A user who cannot receive points is refused here already. */
export async function askGift({ mobile = '', type = '', pointsType = '', points: given = '' }: FormValues): Promise<Question> {
  const points = typedAmount(given);
  const receiver = await receiverOf(mobile, type).catch((error: unknown) => {
    if (error instanceof CallRefused) toast('error', error.message);
    throw error;
  });
  asked = { mobile, type, name: receiver.name };
  const whose = `${userType.labelOf(Number(type))}用户${receiver.name}（${receiver.mobile}${othersNote(receiver)}）`;
  const what = [inLargeUnits(Number(points)), giftType.labelOf(Number(pointsType))].filter(Boolean).join('，');
  return {
    title: '确认赠送积分',
    verb: '赠送',
    text: `确定向${whose}赠送 ${points} 积分（${what}）吗？赠送后只能由其他人员撤销。`,
  };
}

/** The receiver of the last question; only one is open at a time. */
let asked = { mobile: '', type: '', name: '' };

/** The name that the question told; the number if it was another's. */
export function askedReceiver(mobile: string, type: string): string {
  return asked.mobile === mobile && asked.type === type ? asked.name : mobile;
}

async function receiverOf(mobile: string, type: string) {
  const found = await findReceivers(mobile);
  const chosen = found.find((receiver) => String(receiver.type) === type);
  if (!chosen) throw wrongType(found);
  return chosen;
}

/** A large amount in 万 or 亿, because nobody counts nine zeros; empty for a small one. */
export function inLargeUnits(points: number): string {
  if (points < 10_000) return '';
  return points < 100_000_000 ? `${points / 10_000}万` : `${points / 100_000_000}亿`;
}
