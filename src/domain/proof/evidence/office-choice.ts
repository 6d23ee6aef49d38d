/** A certificate whose key the office has and could sign with. */
export interface OfficeCandidate {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly listedAt: Date;
  /** Whether a checkpoint of the log covers the entry that names the certificate. */
  readonly isLogged: boolean;
}

/**
 * Chooses the certificate to sign with now: the newest valid one in the log, so that no certificate signs before it is published. An office
 * at its first start has none in the log and uses one that still waits for it. Null if no certificate is valid.
 */
export function chooseOffice<Candidate extends OfficeCandidate>(candidates: readonly Candidate[], now: Date): Candidate | null {
  const valid = candidates
    .filter(({ notBefore, notAfter }) => notBefore <= now && now < notAfter)
    .sort((a, b) => b.listedAt.getTime() - a.listedAt.getTime());
  return valid.find(({ isLogged }) => isLogged) ?? valid[0] ?? null;
}

/** Whole days until the certificate expires, rounded down; negative after that. */
export function daysLeft(notAfter: Date, now: Date): number {
  return Math.floor((notAfter.getTime() - now.getTime()) / 86_400_000);
}
