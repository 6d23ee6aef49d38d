import { isChineseOfOtherLength, isShortMobile, phoneNumber } from './phone-number.ts';
import { lostDigits } from './sheet-number.ts';

/** What is wrong with a text that should be a telephone number, and in Chinese what to do; undefined if it is one. */
export function phoneFault(text: string): PhoneFault | undefined {
  const number = phoneNumber(text);
  if (number !== undefined) return isShortMobile(number) ? faults.short : undefined;
  if (lostDigits(text)) return faults.rounded;
  if (isChineseOfOtherLength(text)) return faults.otherLength;
  if (/\d\s*[*＊•●]+\s*\d/u.test(text)) return faults.hidden;
  if (/\d{5}\D+\d{5}/.test(text.replaceAll(/(\d)[ -](?=\d)/g, '$1')) && !/\p{L}/u.test(text)) return faults.several;
  return /\d{3}/.test(text) && /\p{L}/u.test(text) ? faults.words : faults.form;
}

export interface PhoneFault {
  /** A predicate in English whose subject is the field. */
  readonly predicate: string;
  readonly words: string;
}

const faults = {
  short: {
    predicate: 'has fewer digits than a mobile, which has 11',
    words: '手机号少了数字，应为11位；国外的号码以 + 和国家代码开头',
  },
  rounded: {
    predicate: 'was rounded by a spreadsheet, which keeps 15 digits',
    words: '号码已被表格软件取整，无法还原，请将单元格设为文本后重新填写',
  },
  otherLength: {
    predicate: 'has +86, and is neither a mobile of 11 digits nor a number with its area code',
    words: '位数不对：手机号为11位，座机要有区号',
  },
  hidden: { predicate: 'has hidden digits', words: '号码有隐藏的数字，请填写完整的号码' },
  several: { predicate: 'holds more than one number', words: '请只填一个号码' },
  words: { predicate: 'has words beside its digits', words: '号码以外还有文字，请只填号码，分机写作“转801”' },
  form: { predicate: 'must be a telephone number of 5 to 20 digits', words: '请填写5至20位的电话号码' },
} as const satisfies Record<string, PhoneFault>;
