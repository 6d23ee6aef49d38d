import { refuse } from '../../platform/http/refusal.ts';
import list from './common-passwords.txt?raw';

/** The person whose password it is. */
interface Person {
  readonly username: string;
  readonly mobile: string;
}

/**
 * Why a well-formed password is easy to guess; undefined if it is not (spec/wire, 6). Case is ignored, because guessing programs try
 * both.
 */
export function weakness(password: string, { username, mobile }: Person): 'common' | 'personal' | undefined {
  const guessed = password.toLowerCase();
  if (common.has(guessed) || isRun(guessed)) return 'common';
  const known = [username.toLowerCase(), mobile, mobile.replaceAll(/\D/g, '')];
  return known.some((part) => part !== '' && guessed.includes(part)) ? 'personal' : undefined;
}

/** @throws Refusal for the password field. Undefined passes, because the password is then unchanged. */
export function refuseWeak(password: string | undefined, person: Person): void {
  const fault = password === undefined ? undefined : weakness(password, person);
  if (fault !== undefined) throw refuse(sentences[fault], { password: sentences[fault] });
}

const sentences = { common: '此密码过于常见，请更换', personal: '密码不能包含用户名或手机号' } as const;

const common = new Set(list.split('\n').filter((line) => line !== '' && !line.startsWith('#')));

/** One repeated character, or consecutive characters up or down: 88888888, abcdefgh. The list of common passwords omits them. */
function isRun(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0);
  return Math.abs(step) <= 1 && [...text].every((_, at) => at === 0 || text.charCodeAt(at) - text.charCodeAt(at - 1) === step);
}
