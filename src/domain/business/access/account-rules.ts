import { limits } from '../codes/limits.ts';
import { codePointLength } from '../../kit/text/length.ts';
import { isLandline, isMobile, isShortMobile } from '../../kit/text/phone-number.ts';
import { isEmail } from '../../kit/text/typed.ts';

const { passwordCharsMin, passwordChars, realnameChars, usernameChars } = limits;

/** What is wrong with a field of the account form, in the words of spec/finance-app-authority, 5.6; undefined if nothing is. */
export const accountFaults = {
  username(value: string): string | undefined {
    if (value === '') return '请输入用户名';
    const isKnown = isMobile(value) || isEmail(value);
    return isKnown && value.length <= usernameChars ? undefined : '用户名应为手机号或邮箱';
  },
  realname(value: string): string | undefined {
    if (value === '') return '请输入姓名';
    return chinese.test(value) && codePointLength(value) <= realnameChars ? undefined : `姓名应为不超过${realnameChars}个字的中文姓名`;
  },
  mobile(value: string): string | undefined {
    if (value === '') return '请输入手机号';
    const isKnown = isMobile(value) || isLandline(value) || /^0\d{9,11}$/.test(value);
    return isKnown && !isShortMobile(value) ? undefined : '请输入手机号或带区号的座机号';
  },
  /** For a new account. */
  newPassword(value: string): string | undefined {
    return passwordFault(value, /^[A-Za-z\d]*$/, '字母和数字');
  },
  /** For a change of password: every visible ASCII character, without the blank. */
  password(value: string): string | undefined {
    return passwordFault(value, /^[!-~]*$/, '字母、数字或特殊符号');
  },
} as const;

function passwordFault(value: string, allowed: RegExp, kinds: string): string | undefined {
  if (value === '') return '请输入密码';
  const length = codePointLength(value);
  const fits = length >= passwordCharsMin && length <= passwordChars && allowed.test(value);
  return fits ? undefined : `密码应为${passwordCharsMin}到${passwordChars}位${kinds}`;
}

/** Han characters, including rare ones, and the dot that separates the parts of many minority names. */
const chinese = /^[\p{Script=Han}·]+$/u;
