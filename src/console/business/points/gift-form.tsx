import { giftType } from '../../../domain/business/codes/points.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { giftAmountFault, typedAmount } from '../../../domain/business/rules/gift-amount.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { post } from '../../kit/net/call.ts';
import { formDialog } from '../../kit/form/form-dialog.tsx';
import { askedReceiver, askGift } from './gift-question.ts';
import { ReceiverNote } from './receiver-note.tsx';

/** Gives points to a user. The request id is made when the form opens, so a form sent twice by accident counts once. */
export const GiftForm = giftForm();

/** The same for a known user; without one the form asks for the mobile number. */
export function giftForm(receiver?: { readonly mobile: string; readonly type: number }) {
  return formDialog({
    title: '赠送积分',
    draft: draftSubject.gift,
    fields: [
      {
        kind: 'text',
        name: 'mobile',
        label: '手机号',
        placeholder: '请输入手机号',
        missing: '手机号不能为空',
        note: ReceiverNote,
        ...(receiver && { initial: receiver.mobile }),
      },
      // spec/console, 9.9: the default user type is 2
      {
        kind: 'select',
        name: 'type',
        label: '用户类型',
        placeholder: '请选择',
        missing: '请选择用户类型',
        options: userType.options,
        initial: receiver?.type ?? userType.code('enterprise'),
      },
      {
        kind: 'select',
        name: 'pointsType',
        label: '积分类型',
        placeholder: '请选择',
        missing: '请选择积分类型',
        options: giftType.options,
      },
      { kind: 'text', name: 'points', label: '数额', placeholder: '请输入正整数', missing: '数额必须为数字', check: giftAmountFault },
      {
        kind: 'area',
        name: 'explain',
        label: '说明',
        placeholder: '请输入说明',
        missing: '说明不能为空',
        maxChars: limits.giftExplainChars,
      },
    ],
    question: askGift,
    submit: ({ mobile = '', type = '', pointsType = '', points = '', explain = '' }, requestId) =>
      post(
        '/api/ajax/user/updatePoints',
        { mobile, type, pointsType, points, explain, requestId },
        { about: { act: `${typedAmount(points)} 积分`, name: askedReceiver(mobile, type) } },
      ),
  });
}
