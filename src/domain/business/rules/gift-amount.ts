import { limits } from '../codes/limits.ts';
import { halfWidth, isTooLong } from '../../kit/text/half-width.ts';

/** What is wrong with a gift's amount; undefined if it is a positive integer in plain digits (spec/console, 5.3). */
export function giftAmountFault(given: string): string | undefined {
  const text = typedAmount(given);
  if (/^[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.0+)?$|^[1-9][0-9]*\.0+$/.test(text)) return '请输入正整数数额，不要逗号和小数';
  // ASCII digits only: digits of another script may be read as another number elsewhere.
  if (!/^[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/i.test(text)) return '数额必须为数字';
  if (!/^[1-9][0-9]*$/.test(text)) return '请输入正整数数额';
  return Number(text) > limits.giftPointsMax ? `数额不能超过${limits.giftPointsMax}` : undefined;
}

/** An amount in half width, without invisible characters and blanks around it. */
export function typedAmount(text: string): string {
  return isTooLong(text) ? text.trim() : halfWidth(text);
}
