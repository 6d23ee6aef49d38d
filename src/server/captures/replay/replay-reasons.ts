import { replayFloor, type ReplayFacts, type ReplayReason } from '../../../domain/web-archive/replay-facts.ts';
import type { ArchivablePage } from '../archive/archiving.ts';
import type { Replayed } from './replay-page.ts';

/** Explains why the replay looks different. Addresses that gave the original no response are not a reason. */
export function replayFactsOf(
  seen: Pick<Replayed, 'consistency' | 'refused'> | null,
  { unanswered, unarchived }: Pick<ArchivablePage, 'unanswered' | 'unarchived'>,
): ReplayFacts {
  const consistency = seen?.consistency ?? null;
  if (consistency !== null && consistency >= replayFloor) return { consistency, reasons: [] };
  const refused = seen?.refused.filter((url) => !unanswered.has(url)) ?? [];
  const missing = refused.filter((url) => unarchived.has(url));
  const blocked = refused.filter((url) => !unarchived.has(url));
  const named = [reasonOf('missing', missing), reasonOf('blocked', blocked)].filter(({ count }) => count > 0);
  const other: ReplayReason = { kind: consistency === null ? 'failed' : 'dynamic', names: [], count: 0 };
  return { consistency, reasons: named.length > 0 ? named : [other] };
}

function reasonOf(kind: 'missing' | 'blocked', urls: readonly string[]): ReplayReason {
  return { kind, names: urls.slice(0, maxNames).map(shortened), count: urls.length };
}

/** How many addresses are named. */
export const maxNames = 10;

export function shortened(url: string): string {
  return url.length > 200 ? `${url.slice(0, 200)}…` : url;
}
