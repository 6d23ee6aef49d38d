import { spanText } from '../text/span.ts';
import { formatTime } from '../text/time.ts';
import { judged, type Judgement } from './judgement.ts';

/** NTP state of the machine, that is, whether its clock is kept correct. `unknown`: nothing on the machine can report it. */
export const ntpStates = ['synchronized', 'unsynchronized', 'unknown'] as const;
export type NtpState = (typeof ntpStates)[number];
export const ntpTexts: Readonly<Record<NtpState, string>> = {
  synchronized: 'NTP 已同步',
  unsynchronized: 'NTP 未同步',
  unknown: 'NTP 状态未知',
};

/** Clock readings taken together before the browser started. Times have the form of `Date.toISOString`. */
export interface ClockFacts {
  /** Clock of the capturing machine. */
  readonly host: string;
  readonly ntp: NtpState;
  /** Clock of the database, which may run on the same machine; null if it was not read. */
  readonly database: string | null;
  /** The mark's time, that is, its token's time; null without one. */
  readonly mark: string | null;
  /** The target site's `Date` header; null if there was none. */
  readonly target: string | null;
}

export interface ProvenTimes {
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
}

/**
 * Whether the host's clock agrees with independent clocks: it must not be before the mark's token, after the anchor's token, or far from
 * the target's `Date`. Without any of these, only NTP supports it.
 */
export function judgeClocks({ host, ntp, target }: ClockFacts, { notBefore, notAfter }: ProvenTimes): Judgement {
  const at = Date.parse(host);
  const targetMs = target === null ? null : Date.parse(target);
  const slow =
    notBefore && at < notBefore.getTime() - toleranceMs ? `比时间标记的可信时间戳慢 ${spanText(notBefore.getTime() - at)}` : null;
  const fast = notAfter && at > notAfter.getTime() + toleranceMs ? `比锚定的可信时间戳快 ${spanText(at - notAfter.getTime())}` : null;
  const apartMs = targetMs === null ? 0 : at - targetMs;
  const apart = Math.abs(apartMs) > targetToleranceMs ? `比目标网站的时间${apartMs < 0 ? '慢' : '快'} ${spanText(apartMs)}` : null;
  const statement = `取证机时钟 ${formatTime(new Date(at))}`;
  const wrong = [slow, fast, apart].filter((part) => part !== null);
  if (wrong.length > 0) return judged('不成立', `${statement}，${wrong.join('，')}；${ntpTexts[ntp]}。取证机时钟不准，时间以夹逼为准`);
  if (targetMs === null && ntp !== 'synchronized')
    return judged('无法判断', `${statement}，${ntpTexts[ntp]}，目标网站没有给出时间，没有可以比对的时钟`);
  const compared = targetMs === null ? '目标网站没有给出时间' : `与目标网站的时间相差 ${spanText(apartMs)}`;
  return judged('成立', `${statement}，${compared}，${ntpTexts[ntp]}`);
}

/** Tokens are accurate to about a second, and a request takes time. */
const toleranceMs = 5000;
/** The same tolerance as in the environment check. */
const targetToleranceMs = 300_000;
