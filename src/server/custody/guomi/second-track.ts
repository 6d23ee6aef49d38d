import type { Database } from '../../db/database.ts';
import type { LogProof, StoredTimestamp } from '../log/proof.ts';
import type { ListedSm2Certificate } from './sm2-certificate-store.ts';
import { signContent, type Sm2Signatures } from './sign-content.ts';
import type { Sm2Signer } from './signer-port.ts';
import { awaitSignatures, findSignatures, storeSignatures } from './sm2-signature-store.ts';

/** What the log says of the office's SM2 certificate. */
export interface LoggedSm2Certificate {
  readonly certificate: ListedSm2Certificate;
  readonly proof: LogProof;
  /** Of the SM2 authority, over the checkpoint of the evidence's proof; null where there is none yet. */
  readonly timestamp: StoredTimestamp | null;
}

/** Content that can be read again. */
export interface Signable {
  readonly sha256: string;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/** The second track of one package: it may lack signatures where the signer is down, and nothing waits for it. */
export interface SecondTrack extends LoggedSm2Certificate {
  /** Over content of the store: made once, then the same for everybody; made late where the signer is down. Null until then. */
  signStored(content: Signable): Promise<Sm2Signatures | null>;
  /** Over what is made anew with each package; null where the signer is down. */
  signMade(content: Signable): Promise<Sm2Signatures | null>;
  /** Has content of the store signed when the signer comes to it. */
  signLater(contentSha256: string): Promise<void>;
}

export function openSecondTrack(db: Database, signer: Sm2Signer, logged: LoggedSm2Certificate): SecondTrack {
  const { certificate } = logged;
  const keyOf = (contentSha256: string) => ({ contentSha256, certificateSha256: certificate.sha256 });
  const sign = async (content: Signable): Promise<Sm2Signatures | null> => {
    if (performance.now() < (restUntil.get(signer) ?? 0)) return null;
    try {
      return await signContent(signer, certificate.chain, await content.open());
    } catch {
      // Why, the job that signs late tells, once for all that wait.
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

/** A signer that failed is not asked for each download, which would wait for it each time. */
const restUntil = new WeakMap<Sm2Signer, number>();
const restMs = 15_000;
