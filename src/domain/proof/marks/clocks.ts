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
