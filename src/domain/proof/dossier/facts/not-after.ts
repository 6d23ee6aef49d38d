import type { DossierFacts } from './facts.ts';

export interface EarliestProof {
  /** RFC 3339. */
  readonly at: string;
  /** Phrased as the subject of a sentence. */
  readonly source: string;
}

/**
 * The earliest time at which a timestamp authority other than the office attested the evidence's manifest. Witnesses do not count, since
 * no package proves who runs them, nor does a blockchain's time, which can only be looked up on the chain.
 */
export function earliestProof({ log, timestamp, evidenceTimestamp, outsiders, issuers }: DossierFacts): EarliestProof | null {
  const isInLog = log.inclusion.state === 'held' && log.signature.state === 'held';
  const proofs = [
    // A token over the manifest itself does not depend on the log.
    ...(evidenceTimestamp.state === 'held' && outsiders.evidenceTimestamp === null && issuers.evidenceTimestamp?.kind !== 'self'
      ? [{ at: evidenceTimestamp.at, source: `时间戳机构“${evidenceTimestamp.authority}”针对证据清单的可信时间戳` }]
      : []),
    ...(timestamp.state === 'held' && isInLog && outsiders.timestamp === null && issuers.timestamp?.kind !== 'self'
      ? [{ at: timestamp.at, source: `时间戳机构“${timestamp.authority}”针对日志检查点的可信时间戳` }]
      : []),
  ];
  return [...proofs].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))[0] ?? null;
}
