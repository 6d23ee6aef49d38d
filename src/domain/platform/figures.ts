/**
 * What the office measured of itself: the figures of its information system (人民法院在线诉讼规则, article 17, third factor). Plain values;
 * instants are RFC 3339 in UTC with milliseconds. Null is what was never measured, or never happened, as each says.
 */
export interface PlatformFigures {
  /** The newest of what it tells, or where nothing is of today the day's beginning: the same figures are the same bytes. */
  readonly measuredAt: string;
  /** Null where nothing is stored yet. */
  readonly scrub: ScrubFigures | null;
  /** The last time that a backup was restored for practice and checked. Null while there was none. */
  readonly restoreDrill: RestoreDrill | null;
  /** The longest time between two checkpoints that follow each other. Null before a second checkpoint was measured. */
  readonly longestGap: LogGap | null;
  /** The last transaction that a chain holds as failed. Null where there was none. */
  readonly failedAnchor: FailedAnchor | null;
}

/** The reading again of all stored files. */
export interface ScrubFigures {
  /** When a file was last read again; null where none was. */
  readonly lastAt: string | null;
  /** Every file was read again, or came, after this. */
  readonly allSince: string | null;
  /** Stored files; above ten thousand the database's own estimate. */
  readonly objects: number;
  /** Of those, never read again yet; at most 100,000. */
  readonly unchecked: number;
  /** Found damaged or missing, and not healed. */
  readonly faults: number;
}

export interface RestoreDrill {
  readonly at: string;
  readonly hasSucceeded: boolean;
}

/** Of the last year. */
export interface LogGap {
  /** Whole seconds, rounded down. */
  readonly seconds: number;
  /** When the checkpoint was signed that ended it. */
  readonly endedAt: string;
  /** Checkpoints of the last year. */
  readonly checkpoints: number;
}

export interface FailedAnchor {
  /** When that was seen. */
  readonly at: string;
  readonly checkpoint: string;
  readonly transaction: string;
}

/** The one order of its members, for whoever writes it. */
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
    longestGap: gap && { seconds: gap.seconds, endedAt: gap.endedAt, checkpoints: gap.checkpoints },
    failedAnchor: anchor && { at: anchor.at, checkpoint: anchor.checkpoint, transaction: anchor.transaction },
  };
}

/** Reads what was written as JSON; null for what is none. */
export function parsePlatformFigures(value: unknown): PlatformFigures | null {
  const { measuredAt, scrub, restoreDrill, longestGap, failedAnchor } = members(value);
  const [looks, drill] = [scrubOf(scrub), drillOf(restoreDrill)];
  const [gap, anchor] = [gapOf(longestGap), anchorOf(failedAnchor)];
  if (!isInstant(measuredAt) || looks === undefined || drill === undefined || gap === undefined || anchor === undefined) return null;
  return { measuredAt, scrub: looks, restoreDrill: drill, longestGap: gap, failedAnchor: anchor };
}

/** Here and below: undefined for what is none. */
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
  const { seconds, endedAt, checkpoints } = members(value);
  return isCount(seconds) && isInstant(endedAt) && isCount(checkpoints) ? { seconds, endedAt, checkpoints } : undefined;
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
