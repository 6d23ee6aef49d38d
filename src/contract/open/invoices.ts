import { z } from 'zod';
import { invoiceType } from '../../domain/business/codes/invoices.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { typedAccount, typedNumber } from '../../domain/kit/text/typed.ts';
import type { IntakeCall } from './call.ts';
import { comparing, inputObject } from './faults.ts';
import { enumeration, optionalEmail, optionalNumber, optionalPhone, optionalText, shortText, uniqueId, userId } from './fields.ts';

type Field = 'tax_num' | 'bank_name' | 'account' | 'street' | 'phone_number' | 'recipient_name' | 'post_phone_number' | 'address' | 'email';
/** Fields that each type of invoice requires: paper is posted, the electronic invoice is mailed, the special one names the buyer's bank. */
const required: Record<number, readonly Field[]> = {
  [invoiceType.code('electronic')]: ['email'],
  [invoiceType.code('ordinary')]: ['recipient_name', 'post_phone_number', 'address'],
  [invoiceType.code('special')]: [
    'tax_num',
    'bank_name',
    'account',
    'street',
    'phone_number',
    'recipient_name',
    'post_phone_number',
    'address',
  ],
};

/** Invoices are applied for here and decided in the console. */
export const invoiceIntakeCalls = {
  createInvoice: {
    method: 'POST',
    path: '/open/v1/invoices',
    summary: '申请开票：同一用户已支付且未开票的订单；金额由服务端合计',
    caller: 'any',
    body: inputObject({
      unique_id: uniqueId,
      user_id: userId,
      head: shortText(100),
      type: enumeration(invoiceType.codes),
      tax_num: optionalNumber(typedNumber, /^[0-9A-Z]{15,20}$/, 'must be 15 to 20 letters and digits (税号为15至20位字母和数字)'),
      bank_name: optionalText(100),
      account: optionalNumber(
        typedAccount,
        /^[A-Z]{0,6}[0-9-]{1,40}$/,
        'is not an account number (银行账号只有数字和短横线，前面可有字母)',
      ),
      street: optionalText(200),
      phone_number: optionalPhone,
      recipient_name: optionalText(100),
      post_phone_number: optionalPhone,
      address: optionalText(300),
      email: optionalEmail,
      remark: optionalText(200),
      order_nos: z
        .array(shortText(64))
        .min(1)
        .max(limits.invoiceOrdersMax)
        .refine((numbers) => new Set(numbers).size === numbers.length, 'names an order twice (订单号重复)'),
    }).superRefine((invoice, context) => {
      for (const field of required[invoice.type] ?? [])
        if (invoice[field] === '')
          context.addIssue({ code: 'custom', path: [field], message: 'is needed for this type of invoice (这种发票须填写此项)' });
    }, comparing('type')),
    output: z.object({ id: z.string(), status: z.number(), money: z.string() }),
  },
} as const satisfies Record<string, IntakeCall>;
