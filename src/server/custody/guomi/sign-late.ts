import type { Database } from '../../platform/db/database.ts';
import { StorageError, type ObjectStore } from '../../platform/storage/store.ts';
import { currentSm2Certificate } from './sm2-certificate-store.ts';
import { signContent } from './sign-content.ts';
import { theOffice } from '../../platform/runtime/in-turn.ts';
import type { Sm2Signer } from './signer-port.ts';
import { claimSignature, forgetSignature, postponeSignature, releaseSignatures, storeSignatures } from './sm2-signature-store.ts';

interface LateSigning {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'open'>;
  readonly signer: Sm2Signer;
  /** Maximum of signatures per run. */
  readonly most: number;
}

/**
 * 补签: makes the signatures that wait for the signer. The first failure ends the run; the delay of a failed one grows each time.
 * @returns the number of signatures made. @throws Sm2SignerError after recording it.
 */
export async function signLate({ db, store, signer, most }: LateSigning, stopping?: AbortSignal): Promise<number> {
  const certificate = await currentSm2Certificate(db);
  if (!certificate) return 0;
  for (let signed = 0; signed < most; signed += 1) {
    const claim = stopping?.aborted ? null : await claimSignature(db, certificate.sha256);
    if (!claim) return signed;
    try {
      const { stream } = await store.open(claim.contentSha256);
      await storeSignatures(db, claim, await signContent(signer, certificate.chain, stream, theOffice));
      if (signed === 0) await releaseSignatures(db, certificate.sha256);
    } catch (error) {
      const isGone = error instanceof StorageError && error.kind === 'missing';
      await (isGone ? forgetSignature(db, claim) : postponeSignature(db, claim));
      if (!isGone) throw error;
    }
  }
  return most;
}
