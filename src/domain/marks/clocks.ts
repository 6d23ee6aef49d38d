import { formatTime } from '../text/time.ts';
import { judged, type Judgement } from './judgement.ts';
import { spanText } from './span.ts';

/** What the machine says of NTP: whether something keeps its clock right. `unknown`: nothing on it can be asked. */
export const ntpStates = ['synchronized', 'unsynchronized', 'unknown'] as const;
export type NtpState = (typeof ntpStates)[number];
export const ntpTexts: Readonly<Record<NtpState, string>> = {
  synchronized: 'NTP 已同步',
  unsynchronized: 'NTP 未同步',
  unknown: 'NTP 状态未知',
};

/** Clocks as they stood side by side before the browser started. Times are written by `Date.toISOString`. */
export interface ClockFacts {
  /** Of the machine that captures. */
  readonly host: string;
  readonly ntp: NtpState;
  /** Of the database, which may be the same machine's; null where it was not asked. */
  readonly database: string | null;
  /** The mark's, that is its token's; null without one. */
  readonly mark: string | null;
  /** The target's `Date`; null where it says none. */
  readonly target: string | null;
}

export interface ProvenTimes {
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
}

/**
 * Whether the host's clock agrees with those of others: it may not be before the mark's token nor after the token over the anchor, nor far
 * from the target's `Date`. Without any of them nothing but NTP speaks for it.
 */
export function judgeClocks({ host, ntp, target }: ClockFacts, { notBefore, notAfter }: ProvenTimes): Judgement {
  const at = Date.parse(host);
  const targetMs = target === null ? null : Date.parse(target);
  const slow =
    notBefore && at < notBefore.getTime() - toleranceMs ? `比时间标记的可信时间戳慢 ${spanText(notBefore.getTime() - at)}` : null;
  const fast = notAfter && at > notAfter.getTime() + toleranceMs ? `比锚定的可信时间戳快 ${spanText(at - notAfter.getTime())}` : null;
  const apartMs = targetMs === null ? 0 : at - targetMs;
  const apart = Math.abs(apartMs) > targetToleranceMs ? `比目标网站的时间${apartMs < 0 ? '慢' : '快'} ${spanText(apartMs)}` : null;
  const told = `取证机时钟 ${formatTime(new Date(at))}`;
  const wrong = [slow, fast, apart].filter((part) => part !== null);
  if (wrong.length > 0) return judged('不成立', `${told}，${wrong.join('，')}；${ntpTexts[ntp]}。取证机时钟不准，时间以夹逼为准`);
  if (targetMs === null && ntp !== 'synchronized')
    return judged('无法判断', `${told}，${ntpTexts[ntp]}，目标网站没有给出时间，没有可以比对的时钟`);
  const compared = targetMs === null ? '目标网站没有给出时间' : `与目标网站的时间相差 ${spanText(apartMs)}`;
  return judged('成立', `${told}，${compared}，${ntpTexts[ntp]}`);
}

/** Tokens are exact to a second or so, and a request takes its time. */
const toleranceMs = 5000;
/** As the check of the environment allows it. */
const targetToleranceMs = 300_000;
