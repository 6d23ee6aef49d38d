import type { Config } from '../../platform/runtime/config.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { openSecondTrack, type SecondTrack } from '../guomi/second-track.ts';
import type { OfficeSigner, SigningIdentity } from '../identity/signing-identity.ts';
import type { LogProof } from '../log/proof.ts';
import { isFileResult } from '../../../domain/proof/web-archive/capture-notes.ts';
import { withPlace } from '../marks/look-up-place.ts';
import { printedAddresses, type PrintedAddresses } from './addresses.ts';
import type { EvidenceFacts, StoredFacts } from './facts.ts';
import { readLogFacts, type LogFacts, type AnchorProofs } from './log-facts.ts';

export interface CertificateDeps {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly config: Pick<Config, 'office' | 'publicUrl' | 'host' | 'port' | 'chain' | 'timestamps'>;
  readonly signer: OfficeSigner;
}

/** Everything that the certificate and the package of an evidence are made from, read once. */
export interface PackageFacts extends Omit<LogFacts, 'sm2'>, PrintedAddresses {
  readonly facts: EvidenceFacts;
  readonly stored: StoredFacts;
  /** Signs the certificate and the package. */
  readonly identity: SigningIdentity;
  readonly officeName: string;
  /** Printed across the certificate, and a separate file in the package; set in a sandbox, else null. */
  readonly sandboxNotice: string | null;
  /** Adds SM2 signatures; null without a signer, and while the log names no SM2 certificate. */
  readonly secondTrack: SecondTrack | null;
  /** Whether a chain is configured, so that its transaction is awaited. */
  readonly hasChain: boolean;
}

/** Why there are no facts: a file of the evidence is missing, or still uploading. */
export type NoPackageFacts = 'missing' | 'uploading';

export async function readPackageFacts(
  { db, store, config, signer }: CertificateDeps,
  facts: EvidenceFacts,
): Promise<PackageFacts | NoPackageFacts> {
  if (facts.fileStatus === 'uploading') return 'uploading';
  const { stored } = facts;
  if (facts.fileStatus !== 'stored' || !stored || !(await hasAllFiles(store, stored.storedFiles))) return 'missing';
  const identity = await signer.openIdentity(facts.userId);
  const entries = { evidence: facts.logEntry, certificate: identity.listed.logEntry, number: facts.number };
  const sm2Signer = signer.sm2 ?? null;
  const { sm2, ...logFacts } = await readLogFacts(db, { ...entries, withSm2: sm2Signer !== null }, config.timestamps.url !== undefined);
  return {
    facts,
    stored,
    identity,
    officeName: config.office.name,
    sandboxNotice: config.office.sandboxNotice,
    hasChain: config.chain !== null,
    ...printedAddresses(config, facts.number),
    ...logFacts,
    usedMark: await withPlace({ db, store }, logFacts.usedMark, stored.manifest, isFileResult(facts.notes)),
    secondTrack: sm2Signer && sm2 && openSecondTrack(db, sm2Signer, sm2, facts.userId),
  };
}

/** Facts of an evidence that is anchored, with a signing certificate that the log names. */
export interface ProvenFacts extends PackageFacts {
  readonly anchorProofs: AnchorProofs;
  readonly certificateProof: LogProof;
}

/** Whether a package can be made. */
export function isProven(known: PackageFacts): known is ProvenFacts {
  return known.anchorProofs !== null && known.certificateProof !== null;
}

/** Whether the store really has the files, whatever the rows say. */
async function hasAllFiles(store: ObjectStore, files: StoredFacts['storedFiles']): Promise<boolean> {
  const found = await Promise.all(files.map(async ({ sha256, sizeBytes }) => (await store.stat(sha256))?.sizeBytes === sizeBytes));
  return found.every(Boolean);
}
