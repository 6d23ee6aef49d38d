import type { NameOf } from '../codes/code-table.ts';
import type { collector, DeliveryKind, DeliveryState, paperKind } from '../codes/document-deliveries.ts';
import { limits } from '../codes/limits.ts';
import { identityNumber } from '../../kit/text/identity-number.ts';
import { codePointLength } from '../../kit/text/length.ts';
import { formatDay, formatTime, parseDay, parseTime } from '../../kit/text/time.ts';

/** What is said of a delivery. Texts are as given; what the kind does not have is empty. */
export interface GivenDelivery {
  readonly kind: DeliveryKind;
  readonly collector?: NameOf<typeof collector> | undefined;
  readonly name: string;
  readonly paper?: NameOf<typeof paperKind> | undefined;
  readonly paperNumber: string;
  /** `yyyy-MM-dd HH:mm:ss`, for all kinds but mail. */
  readonly time: string;
  readonly copies: string;
  readonly company: string;
  readonly number: string;
  /** `yyyy-MM-dd`, as `arrived` and `returned`, of which one at most is given. */
  readonly sent: string;
  readonly arrived: string;
  readonly returned: string;
  readonly address: string;
}
export type DeliveryFaults = { readonly [Field in keyof GivenDelivery]?: string };

/** What a delivery is compared with. */
export interface DeliveryContext {
  readonly now: Date;
  readonly issuedAt: Date;
  readonly applicant: { readonly name: string; readonly idcard: string };
  /** How many originals may still be fetched. */
  readonly copiesLeft: number;
}

/** How far a document is delivered: originals count before an electronic copy, a parcel under way before a returned one. */
export function deliveryStateOf(
  deliveries: readonly { readonly kind: DeliveryKind; readonly hasArrived: boolean; readonly isReturned: boolean }[],
): DeliveryState {
  const mails = deliveries.filter(({ kind }) => kind === 'mail');
  if (deliveries.some(({ kind }) => kind === 'pickup') || mails.some(({ hasArrived }) => hasArrived)) return 'delivered';
  if (mails.some(({ isReturned }) => !isReturned)) return 'mailed';
  if (mails.length > 0) return 'returned';
  return deliveries.length > 0 ? 'electronic' : 'undelivered';
}

/** Originals that may still be fetched: of those asked for or, if the applicant did not say, of the most that anybody may ask for. */
export function copiesLeft(asked: number | null, fetched: number): number {
  return Math.max(0, (asked ?? limits.documentCopies) - fetched);
}

/** Errors by field, in Chinese; empty for a delivery that can be recorded. */
export function deliveryFaults(given: GivenDelivery, context: DeliveryContext): DeliveryFaults {
  const faults = { pickup: pickupFaults, mail: mailFaults, electronic: electronicFaults }[given.kind](given, context);
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

type Faults = { readonly [Field in keyof GivenDelivery]?: string | undefined };

function pickupFaults({ collector: who, name, paper, paperNumber, time, copies }: GivenDelivery, context: DeliveryContext): Faults {
  const { applicant } = context;
  const isApplicant = who === 'applicant';
  const number = identityNumber(paperNumber);
  return {
    collector: who === undefined ? '请选择领取人' : undefined,
    name:
      textFault(name, '领取人姓名', limits.personNameChars) ??
      (isApplicant && name !== applicant.name ? '与申请人姓名不一致，他人代领请选择代理人' : undefined),
    paper: paper === undefined ? '请选择证件类型' : undefined,
    paperNumber:
      textFault(paperNumber, '证件号码', limits.paperNumberChars) ??
      (paper === 'idcard' ? idcardFault(number, isApplicant ? applicant.idcard : undefined) : undefined),
    time: timeFault(time, '领取时间', context),
    copies: copiesFault(copies, context.copiesLeft),
  };
}

function idcardFault(number: string | undefined, applicants: string | undefined): string | undefined {
  if (number === undefined || !/^\d{15}(?:\d{2}[\dX])?$/.test(number)) return '身份证号无效';
  const isOther = applicants !== undefined && /^\d{17}[\dX]$/.test(applicants) && number !== applicants;
  return isOther ? '与申请人的身份证号不一致' : undefined;
}

function copiesFault(copies: string, left: number): string | undefined {
  if (copies === '') return '领取份数不能为空';
  if (!/^[1-9]\d{0,2}$/.test(copies)) return `领取份数应为1到${limits.documentCopies}的整数`;
  if (left === 0) return '申请的份数已全部领取';
  return Number(copies) > left ? `最多还可领取${left}份` : undefined;
}

function mailFaults({ company, number, sent, arrived, returned }: GivenDelivery, context: DeliveryContext): Faults {
  const after = (day: string, label: string): string | undefined => {
    if (day === '') return undefined;
    return dayFault(day, label, context) ?? (day < sent ? `${label}不能早于寄出日期` : undefined);
  };
  return {
    company: textFault(company, '快递公司', limits.courierCompanyChars),
    number: numberFault(number),
    sent: sent === '' ? '寄出日期不能为空' : dayFault(sent, '寄出日期', context),
    arrived: after(arrived, '送达日期'),
    returned: arrived !== '' && returned !== '' ? '送达与退回只能填写一项' : after(returned, '退回日期'),
  };
}

function numberFault(number: string): string | undefined {
  if (number === '') return '快递单号不能为空';
  return /^[0-9A-Z-]{5,40}$/.test(number) ? undefined : '快递单号应为5到40位数字或字母';
}

function electronicFaults({ address, time }: GivenDelivery, context: DeliveryContext): Faults {
  return { address: textFault(address, '电子送达地址', limits.deliveryAddressChars), time: timeFault(time, '送达时间', context) };
}

function textFault(text: string, label: string, max: number): string | undefined {
  if (text === '') return `${label}不能为空`;
  return codePointLength(text) > max ? `${label}最多${max}个字` : undefined;
}

function timeFault(time: string, label: string, { now, issuedAt }: DeliveryContext): string | undefined {
  if (time === '') return `${label}不能为空`;
  if (!parseTime(time)) return `${label}无效`;
  if (time > formatTime(now)) return `${label}不能晚于现在`;
  return time < formatTime(issuedAt) ? `${label}不能早于出具时间（${formatTime(issuedAt)}）` : undefined;
}

function dayFault(day: string, label: string, { now, issuedAt }: DeliveryContext): string | undefined {
  if (!parseDay(day)) return `${label}无效`;
  if (day > formatDay(now)) return `${label}不能晚于今天`;
  return day < formatDay(issuedAt) ? `${label}不能早于出具日期（${formatDay(issuedAt)}）` : undefined;
}
