import { refuse } from '../http/refusal.ts';
import list from './common-passwords.txt?raw';

/** Whose password it is to be. */
interface Person {
  readonly username: string;
  readonly mobile: string;
}

/**
 * What makes a password of the right form easy to guess; undefined when nothing does (wire, section 6). Upper and lower case are the same
 * to who guesses.
 */
export function weakness(password: string, { username, mobile }: Person): 'common' | 'personal' | undefined {
  const guessed = password.toLowerCase();
  if (common.has(guessed) || isRun(guessed)) return 'common';
  const known = [username.toLowerCase(), mobile, mobile.replaceAll(/\D/g, '')];
  return known.some((part) => part !== '' && guessed.includes(part)) ? 'personal' : undefined;
}

/** @throws Refusal of the password's field. Undefined, a password that is kept, passes. */
export function refuseWeak(password: string | undefined, person: Person): void {
  const fault = password === undefined ? undefined : weakness(password, person);
  if (fault !== undefined) throw refuse(sentences[fault], { password: sentences[fault] });
}

const sentences = { common: '此密码过于常见，请更换', personal: '密码不能包含用户名或手机号' } as const;

const common = new Set(list.split('\n').filter((line) => line !== '' && !line.startsWith('#')));

/** One character again and again, or characters in their order, up or down: 88888888, abcdefgh. The list leaves them out. */
function isRun(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0);
  return Math.abs(step) <= 1 && [...text].every((_, at) => at === 0 || text.charCodeAt(at) - text.charCodeAt(at - 1) === step);
}
