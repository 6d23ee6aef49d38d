import type { Material } from '../rule.ts';
import type { DossierFacts } from '../facts/facts.ts';

/** The files that the two ends of the bracket rest on: the details name the mark, the capture log or an original shows it. */
export function bracketMaterials({ bracket, timestamp }: Pick<DossierFacts, 'bracket' | 'timestamp'>): readonly Material[] {
  const { mark } = bracket;
  return [
    'mark.json',
    'mark.tsr',
    'mark-chain.pem',
    'timestamp.tsr',
    'timestamp-chain.pem',
    ...(mark ? (['log-key.txt', 'office.pem', 'office-record.json', 'role:details', 'role:capture-log', 'role:original'] as const) : []),
    ...(mark && (mark.timestampAt === null || timestamp.state !== 'held') ? (['policy.txt'] as const) : []),
  ];
}

/** Why one end of the bracket is the office's own time; null where neither is. */
export function ownBracket({ bracket, timestamp, outsiders }: Pick<DossierFacts, 'bracket' | 'timestamp' | 'outsiders'>): string | null {
  const [before, after] = [bracket.mark?.timestampAt !== null, timestamp.state === 'held'];
  return (before || after ? outsiders.timestamp : null) ?? (before && after ? null : outsiders.witnesses);
}
