import type { BracketFacts } from '../../../domain/marks/bracket.ts';
import { parseMark } from '../../../domain/marks/mark.ts';
import type { Database, Tx } from '../../db/database.ts';
import { readUsedMark, type UsedMark } from './mark-store.ts';

/** What the office knows of the times between which an evidence was made. @param notAfter of the token over its anchor; null for none. */
export function bracketFactsOf(used: UsedMark | null, notAfter: Date | null): BracketFacts {
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
      cosigners: parsed.value.cosignatures.length,
      block: parsed.value.block,
      binding: used.binding ?? 'unbound',
      fault: null,
    },
    notAfter: after,
    clocks: used.clocks,
  };
}

/** As `bracketFactsOf`, of an evidence by its number. */
export async function readBracket(db: Database | Tx, number: string, notAfter: Date | null): Promise<BracketFacts> {
  return bracketFactsOf(await readUsedMark(db, number), notAfter);
}
