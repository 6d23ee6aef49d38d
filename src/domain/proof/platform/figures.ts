/**
 * The office's measurements of its own information system (人民法院在线诉讼规则, article 17, third factor). Instants are RFC 3339 in UTC
 * with
 * milliseconds. Null means never measured or never happened, as each member states.
 */
export interface PlatformFigures {
  /** The newest time in the figures, or the start of the day if none is from today. Equal figures therefore have equal bytes. */
  readonly measuredAt: string;
  /** Null while nothing is stored. */
  readonly scrub: ScrubFigures | null;
  /** The last drill in which a backup was restored and checked; null if there was none. */
  readonly restoreDrill: RestoreDrill | null;
  /** The longest time between consecutive checkpoints; null before the second checkpoint. */
  readonly longestGap: LogGap | null;
  /** The last transaction that failed on the chain; null if there was none. */
  readonly failedAnchor: FailedAnchor | null;
}

/** Results of the scrub, which re-reads all stored files. */
export interface ScrubFigures {
  /** When a file was last re-read; null if never. */
  readonly lastAt: string | null;
  /** Every file was re-read or stored after this time. */
  readonly allSince: string | null;
  /** Number of stored files; above ten thousand, the database's estimate. */
  readonly objects: number;
  /** How many of them were never re-read; at most 100,000. */
  readonly unchecked: number;
  /** How many are damaged or missing and not repaired. */
  readonly faults: number;
}

export interface RestoreDrill {
  readonly at: string;
  readonly hasSucceeded: boolean;
}

/** The longest gap of the last year. */
export interface LogGap {
  /** Whole seconds, rounded down. */
  readonly seconds: number;
  /** When the checkpoint that ended the gap was signed. */
  readonly endedAt: string;
  /** Number of checkpoints in the last year. */
  readonly checkpoints: number;
  /** When the first of them was signed; absent from records that earlier releases wrote. */
  readonly since?: string;
  /** When the last of them was signed; absent from records that earlier releases wrote. */
  readonly until?: string;
}

export interface FailedAnchor {
  /** When the failure was observed. */
  readonly at: string;
  readonly checkpoint: string;
  readonly transaction: string;
}

/** The members in their fixed order, for encoding. */
export function figuresInOrder({ measuredAt, scrub, restoreDrill: drill, longestGap: gap, failedAnchor: anchor }: PlatformFigures) {
  return {
    measuredAt,
    scrub: scrub && {
      lastAt: scrub.lastAt,
      allSince: scrub.allSince,
      objects: scrub.objects,
      unchecked: scrub.unchecked,
      faults: scrub.faults,
    },
    restoreDrill: drill && { at: drill.at, hasSucceeded: drill.hasSucceeded },
    longestGap: gap && {
      seconds: gap.seconds,
      endedAt: gap.endedAt,
      checkpoints: gap.checkpoints,
      ...(gap.since === undefined ? {} : { since: gap.since }),
      ...(gap.until === undefined ? {} : { until: gap.until }),
    },
    failedAnchor: anchor && { at: anchor.at, checkpoint: anchor.checkpoint, transaction: anchor.transaction },
  };
}

/** Parses the JSON form; null for an invalid value. */
export function parsePlatformFigures(value: unknown): PlatformFigures | null {
  const { measuredAt, scrub, restoreDrill, longestGap, failedAnchor } = members(value);
  const [looks, drill] = [scrubOf(scrub), drillOf(restoreDrill)];
  const [gap, anchor] = [gapOf(longestGap), anchorOf(failedAnchor)];
  if (!isInstant(measuredAt) || looks === undefined || drill === undefined || gap === undefined || anchor === undefined) return null;
  return { measuredAt, scrub: looks, restoreDrill: drill, longestGap: gap, failedAnchor: anchor };
}

/** Here and below: undefined for an invalid value. */
function scrubOf(value: unknown): ScrubFigures | null | undefined {
  if (value === null) return null;
  const { lastAt, allSince, objects, unchecked, faults } = members(value);
  if ((lastAt !== null && !isInstant(lastAt)) || (allSince !== null && !isInstant(allSince))) return undefined;
  return isCount(objects) && isCount(unchecked) && isCount(faults) ? { lastAt, allSince, objects, unchecked, faults } : undefined;
}

function drillOf(value: unknown): RestoreDrill | null | undefined {
  if (value === null) return null;
  const { at, hasSucceeded } = members(value);
  return isInstant(at) && typeof hasSucceeded === 'boolean' ? { at, hasSucceeded } : undefined;
}

function gapOf(value: unknown): LogGap | null | undefined {
  if (value === null) return null;
  const { seconds, endedAt, checkpoints, since, until } = members(value);
  if (!isCount(seconds) || !isInstant(endedAt) || !isCount(checkpoints)) return undefined;
  if (![since, until].every((instant) => instant === undefined || isInstant(instant))) return undefined;
  return { seconds, endedAt, checkpoints, ...(isInstant(since) && { since }), ...(isInstant(until) && { until }) };
}

function anchorOf(value: unknown): FailedAnchor | null | undefined {
  if (value === null) return null;
  const { at, checkpoint, transaction } = members(value);
  const isNamed = typeof checkpoint === 'string' && /^\d{1,18}$/.test(checkpoint) && typeof transaction === 'string';
  return isInstant(at) && isNamed && /^0x[0-9a-f]{1,64}$/.test(transaction) ? { at, checkpoint, transaction } : undefined;
}

function members(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly [name: string]: unknown }) : {};
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isInstant(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const instant = new Date(value);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === value;
}
