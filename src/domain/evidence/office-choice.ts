/** A certificate that the office could sign with: its key is there. */
export interface OfficeCandidate {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly listedAt: Date;
  /** A checkpoint of the log covers the entry that names it. */
  readonly isLogged: boolean;
}

/**
 * The certificate to sign with now: the newest valid one that the log holds, so that none signs before it was made known. An office
 * without one, at its first start, signs with a certificate that waits for the log. Null where all have ended.
 */
export function chooseOffice<Candidate extends OfficeCandidate>(candidates: readonly Candidate[], now: Date): Candidate | null {
  const valid = candidates
    .filter(({ notBefore, notAfter }) => notBefore <= now && now < notAfter)
    .toSorted((a, b) => b.listedAt.getTime() - a.listedAt.getTime());
  return valid.find(({ isLogged }) => isLogged) ?? valid[0] ?? null;
}

/** Whole days until it ends, rounded down; below 0 when it has. */
export function daysLeft(notAfter: Date, now: Date): number {
  return Math.floor((notAfter.getTime() - now.getTime()) / 86_400_000);
}
