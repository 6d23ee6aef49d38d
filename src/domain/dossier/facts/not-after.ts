import type { DossierFacts } from './facts.ts';

export interface EarliestProof {
  readonly by: 'authority' | 'witnesses';
  /** RFC 3339. */
  readonly at: string;
  /** Phrased as the subject of a sentence. */
  readonly source: string;
}

/**
 * The earliest time at which an outside party attested the evidence's manifest: a timestamp authority, or enough witnesses for the policy.
 * A blockchain's time is not used, because it can only be looked up on the chain.
 */
export function earliestProof({ log, timestamp, evidenceTimestamp, witnesses }: DossierFacts): EarliestProof | null {
  const isInLog = log.inclusion.state === 'held' && log.signature.state === 'held';
  const proofs = [
    // A token over the manifest itself does not depend on the log.
    ...(evidenceTimestamp.state === 'held'
      ? [
          {
            by: 'authority' as const,
            at: evidenceTimestamp.at,
            source: `时间戳机构“${evidenceTimestamp.authority}”针对证据清单的可信时间戳`,
          },
        ]
      : []),
    ...(timestamp.state === 'held' && isInLog
      ? [{ by: 'authority' as const, at: timestamp.at, source: `时间戳机构“${timestamp.authority}”针对日志检查点的可信时间戳` }]
      : []),
    ...(witnesses.metAt !== null && isInLog
      ? [{ by: 'witnesses' as const, at: witnesses.metAt, source: '足够数目的见证方（按出具机构公布的见证策略）在日志检查点上的共同签名' }]
      : []),
  ];
  return proofs.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))[0] ?? null;
}
