import type { DossierFacts } from './facts.ts';

/** The earliest time at which a timestamp authority attested the evidence's manifest. A chain's time only the chain can tell. */
export function earliestProof({
  log,
  timestamp,
  evidenceTimestamp,
}: DossierFacts): { readonly at: string; readonly source: string } | null {
  const isInLog = log.inclusion.state === 'held' && log.signature.state === 'held';
  const proofs = [
    // A token over the manifest itself needs no log.
    ...(evidenceTimestamp.state === 'held'
      ? [{ at: evidenceTimestamp.at, source: `时间戳机构“${evidenceTimestamp.authority}”针对证据清单的可信时间戳` }]
      : []),
    ...(timestamp.state === 'held' && isInLog
      ? [{ at: timestamp.at, source: `时间戳机构“${timestamp.authority}”针对日志检查点的可信时间戳` }]
      : []),
  ];
  return proofs.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))[0] ?? null;
}
