import type { Database } from '../../platform/db/database.ts';
import { CallerLeft } from '../../platform/runtime/asker.ts';
import type { LogProof, StoredTimestamp } from '../log/proof.ts';
import type { ListedSm2Certificate } from './sm2-certificate-store.ts';
import { signContent, type Sm2Signatures } from './sign-content.ts';
import type { Sm2Signer } from './signer-port.ts';
import { awaitSignatures, findSignatures, storeSignatures } from './sm2-signature-store.ts';

/** The office's SM2 certificate with its proof in the log. */
export interface LoggedSm2Certificate {
  readonly certificate: ListedSm2Certificate;
  readonly proof: LogProof;
  /** Token of the SM2 authority over the checkpoint of the evidence's proof; null if there is none yet. */
  readonly timestamp: StoredTimestamp | null;
}

/** Content that can be read again. */
export interface Signable {
  readonly sha256: string;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/** The second track of one package. Signatures may be missing while the signer is down, and nothing waits for them. */
export interface SecondTrack extends LoggedSm2Certificate {
  /** Signs content of the store, once for all packages. Null while the signer is down; the signature is then made late. */
  signStored(content: Signable): Promise<Sm2Signatures | null>;
  /** Signs content that is made anew for each package; null if the signer is down. */
  signMade(content: Signable): Promise<Sm2Signatures | null>;
  /** Queues content of the store for late signing. */
  signLater(contentSha256: string): Promise<void>;
}

/** @param turn the user whose evidence the package is about */
export function openSecondTrack(db: Database, signer: Sm2Signer, logged: LoggedSm2Certificate, turn: string): SecondTrack {
  const { certificate } = logged;
  const keyOf = (contentSha256: string) => ({ contentSha256, certificateSha256: certificate.sha256 });
  const sign = async (content: Signable): Promise<Sm2Signatures | null> => {
    if (performance.now() < (restUntil.get(signer) ?? 0)) return null;
    try {
      return await signContent(signer, certificate.chain, await content.open(), turn);
    } catch (error) {
      if (error instanceof CallerLeft) throw error;
      // The late-signing job reports the reason, once for everything that waits.
      restUntil.set(signer, performance.now() + restMs);
      return null;
    }
  };
  return {
    ...logged,
    async signStored(content) {
      const key = keyOf(content.sha256);
      const known = await findSignatures(db, key);
      if (known) return known;
      const made = await sign(content);
      await (made ? storeSignatures(db, key, made) : awaitSignatures(db, key));
      return made;
    },
    signMade: sign,
    signLater: (contentSha256) => awaitSignatures(db, keyOf(contentSha256)),
  };
}

/** After a failure the signer is left alone for a while, so that not every download waits for it. */
const restUntil = new WeakMap<Sm2Signer, number>();
const restMs = 15_000;
