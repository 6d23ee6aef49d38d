import { limits } from '../codes/limits.ts';

/** What is wrong with a gift's amount; undefined if it is a positive integer in plain digits (spec/console, 5.3). */
export function giftAmountFault(text: string): string | undefined {
  // ASCII digits only: digits of another script may be read as another number elsewhere.
  if (!/^[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/i.test(text)) return '数额必须为数字';
  if (!/^[1-9][0-9]*$/.test(text)) return '请输入正整数数额';
  return Number(text) > limits.giftPointsMax ? `数额不能超过${limits.giftPointsMax}` : undefined;
}
