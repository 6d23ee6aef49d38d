import { lastLinesAbout } from './log-lines.ts';

/**
 * Result of replaying a capture from its archive alone, as recorded in the capture log. The server and a verifier with only the package
 * read the same values.
 */
export interface ReplayFacts {
  /** 重放一致度, 0 to 1, rounded down to four decimals; null if the replay produced no picture. */
  readonly consistency: number | null;
  /** Why it is below the floor; empty above it. */
  readonly reasons: readonly ReplayReason[];
}
export interface ReplayReason {
  readonly kind: ReplayReasonKind;
  /** A few addresses, shortened; empty if none can be named. */
  readonly names: readonly string[];
  /** The total number, of which `names` are the first. */
  readonly count: number;
}

/**
 * `missing`: the site responded, but the archive lacks the response. `blocked`: the replay requested something that was never in the
 * traffic, and the request was blocked. `dynamic`: nothing was missing, but the page looks different each time. `failed`: the replay did
 * not finish.
 */
export const replayReasonKinds = ['missing', 'blocked', 'dynamic', 'failed'] as const;
export type ReplayReasonKind = (typeof replayReasonKinds)[number];

/** From this value on, a replay counts as the same page. */
export const replayFloor = 0.97;

/** For example `0.9987`, `0.9123（存档缺少 clip.webm）` or `未能重放（重放未完成）`. */
export function replayText({ consistency, reasons }: ReplayFacts): string {
  const why = reasons.map(reasonText).join('；');
  const number = consistency === null ? '未能重放' : consistency.toFixed(4);
  return why === '' ? number : `${number}（${why}）`;
}

/** Whether the archive alone shows the page that was captured. */
export function isFaithful({ consistency }: ReplayFacts): boolean {
  return consistency !== null && consistency >= replayFloor;
}

export function reasonText({ kind, names, count }: ReplayReason): string {
  const [first = ''] = names.map(lastPart);
  return named[kind](count > 1 ? `${first}等${count}项` : first);
}

const named: Record<ReplayReasonKind, (what: string) => string> = {
  missing: (what) => `存档缺少${what}`,
  blocked: (what) => `拦截了存档之外的${what}`,
  dynamic: () => '未能查明，网页内容可能随时间或随机变化',
  failed: () => '重放未完成',
};

/** The last path segment of an address, or its host if it has no path. */
function lastPart(address: string): string {
  const [path = ''] = address.split('?', 1);
  return path.split('/').findLast((part) => part !== '') ?? address;
}

/** The event name of the capture log's line with the result. */
export const replayEvent = 'replay';

/** The last replay result in a capture log; null if there is none, as in logs of older captures, or none is valid. */
export function replayFactsIn(log: string): ReplayFacts | null {
  for (const line of lastLinesAbout(log, replayEvent)) {
    const facts = factsOf(line);
    if (facts) return facts;
  }
  return null;
}

function factsOf(line: string): ReplayFacts | null {
  try {
    const { event, ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    return event === replayEvent ? parseReplayFacts(facts) : null;
  } catch {
    return null; // JSON.parse reports invalid JSON only by throwing.
  }
}

/** Parses facts from untrusted JSON; null for an invalid value. */
export function parseReplayFacts(value: unknown): ReplayFacts | null {
  if (typeof value !== 'object' || value === null) return null;
  const { consistency, reasons } = value as Readonly<Record<string, unknown>>;
  const isNumber = consistency === null || (typeof consistency === 'number' && consistency >= 0 && consistency <= 1);
  if (!isNumber || !Array.isArray(reasons) || reasons.length > replayReasonKinds.length) return null;
  const read = (reasons as readonly unknown[]).map(parseReason).filter((reason) => reason !== null);
  return read.length === reasons.length ? { consistency, reasons: read } : null;
}

function parseReason(value: unknown): ReplayReason | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, names, count } = value as Readonly<Record<string, unknown>>;
  const known = replayReasonKinds.find((one) => one === kind);
  if (known === undefined || !Array.isArray(names) || names.length > 20) return null;
  const texts = (names as readonly unknown[]).filter((name) => typeof name === 'string');
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= texts.length;
  return texts.length === names.length && isCount ? { kind: known, names: texts, count } : null;
}
