/**
 * What the replay of a capture from its archive alone came to, as its log tells it: plain values, the same for the server and for whoever
 * has nothing but the package.
 */
export interface ReplayFacts {
  /** 重放一致度, 0 to 1, rounded down to four places; null where the replay came to no picture. */
  readonly consistency: number | null;
  /** Why it is below the floor; none above it. */
  readonly reasons: readonly ReplayReason[];
}
export interface ReplayReason {
  readonly kind: ReplayReasonKind;
  /** Addresses, shortened, a few at most; none where nothing can be named. */
  readonly names: readonly string[];
  /** Of how many those are the first. */
  readonly count: number;
}

/**
 * `missing`: the site answered, and the archive lacks the answer. `blocked`: the replay asked for what was never in the traffic, and was
 * refused. `dynamic`: everything was there, and the page looks different each time. `failed`: the replay did not come to its end.
 */
export const replayReasonKinds = ['missing', 'blocked', 'dynamic', 'failed'] as const;
export type ReplayReasonKind = (typeof replayReasonKinds)[number];

/** From here on a replay counts as the same page. */
export const replayFloor = 0.97;

/** `0.9987`; `0.9123（存档缺少 clip.webm）`; `未能重放（重放未完成）`. */
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
  dynamic: () => '网页内容随时间或随机变化',
  failed: () => '重放未完成',
};

/** The file of an address, or its host where it has none. */
function lastPart(address: string): string {
  const [path = ''] = address.split('?', 1);
  return path.split('/').findLast((part) => part !== '') ?? address;
}

/** The line of the capture log that tells it. */
export const replayEvent = 'replay';

/** The last replay that a capture log tells of; null where it tells of none, as logs of older captures, or in no form of ours. */
export function replayFactsIn(log: string): ReplayFacts | null {
  const lines = log.split('\n').filter((line) => line.includes(`"event":"${replayEvent}"`));
  return lines.map(factsOf).findLast((facts) => facts !== null) ?? null;
}

function factsOf(line: string): ReplayFacts | null {
  try {
    const { event, ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    return event === replayEvent ? parseReplayFacts(facts) : null;
  } catch {
    return null; // JSON.parse has no other way to say so.
  }
}

/** Facts of hostile JSON; null where they have not the form. */
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
