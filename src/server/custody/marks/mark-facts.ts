import type { BracketFacts } from '../../../domain/proof/marks/bracket.ts';
import { markWitnessedAt } from '../../../domain/proof/marks/mark-witnesses.ts';
import { parseMark } from '../../../domain/proof/marks/mark.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { EntryAnchor } from '../log/append.ts';
import { firstCosignedOver } from '../log/cosigned.ts';
import { publishedPolicy } from '../log/published-policy.ts';
import { readUsedMark, type UsedMark } from './mark-store.ts';

/**
 * What the office knows about the times between which an evidence was made. @param notAfter time of the token over its anchor, else of the
 * cosignatures; null if there are neither. @param policy names the witnesses that count; null for none.
 */
export function bracketFactsOf(used: UsedMark | null, notAfter: Date | null, policy: string | null): BracketFacts {
  const after = notAfter?.toISOString() ?? null;
  if (!used) return { mark: null, notAfter: after, clocks: null };
  const parsed = parseMark(used.json);
  if (!parsed.ok) throw new Error(`the mark ${used.hash} cannot be read: ${parsed.fault}`);
  return {
    mark: {
      hash: used.hash,
      code: used.code,
      checkpointSize: Number(used.checkpointSize),
      timestampAt: used.timestampAt?.toISOString() ?? null,
      // Cosignatures matter only without a token.
      witnessedAt: used.timestampAt || policy === null ? null : markWitnessedAt(parsed.value, Buffer.from(policy)),
      block: parsed.value.block,
      binding: used.binding ?? 'unbound',
      place: used.place,
      fault: null,
    },
    notAfter: after,
    clocks: used.clocks,
  };
}

/** Like `bracketFactsOf`, for an evidence by its number. @param anchor of its log entry; null while it has none. */
export async function readBracket(db: Database | Tx, number: string, anchor: EntryAnchor | null | undefined): Promise<BracketFacts> {
  const used = await readUsedMark(db, number);
  if (!used) return bracketFactsOf(null, anchor?.stampedAt ?? null, null);
  const notAfter = anchor && (anchor.stampedAt ?? (await firstCosignedOver(db, anchor.leafIndex))?.lastAt);
  return bracketFactsOf(used, notAfter ?? null, await publishedPolicy(db));
}
