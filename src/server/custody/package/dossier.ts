import type { Config } from '../../runtime/config.ts';
import type { Database } from '../../db/database.ts';
import type { ObjectStore } from '../../storage/store.ts';
import type { OfficeSigner, SigningIdentity } from '../identity/signing-identity.ts';
import { printedAddresses, type PrintedAddresses } from './addresses.ts';
import { hasAllFiles, type EvidenceFacts, type StoredFacts } from './facts.ts';
import { readLogFacts, type LogFacts } from './log-facts.ts';

export interface CertificateDeps {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly config: Pick<Config, 'office' | 'publicUrl' | 'host' | 'port' | 'chain' | 'timestamps'>;
  readonly signer: OfficeSigner;
}

/** All that the certificate of an evidence and its package are made of: read once, and handed on. */
export interface Dossier extends LogFacts, PrintedAddresses {
  readonly facts: EvidenceFacts;
  readonly stored: StoredFacts;
  /** Signs both. */
  readonly identity: SigningIdentity;
  readonly officeName: string;
  /** Whether a chain is configured, whose transaction is waited for. */
  readonly hasChain: boolean;
}

/** Why there is none: the file of the evidence is not, or no longer, there. */
export type NoDossier = 'missing' | 'uploading';

export async function readDossier({ db, store, config, signer }: CertificateDeps, facts: EvidenceFacts): Promise<Dossier | NoDossier> {
  if (facts.fileStatus === 'uploading') return 'uploading';
  const { stored } = facts;
  if (!stored || !(await hasAllFiles(facts, store))) return 'missing';
  const identity = await signer.openIdentity();
  const entries = { evidence: facts.logEntry, certificate: identity.listed.logEntry };
  return {
    facts,
    stored,
    identity,
    officeName: config.office.name,
    hasChain: config.chain !== null,
    ...printedAddresses(config, facts.number),
    ...(await readLogFacts(db, entries, config.timestamps.url !== undefined)),
  };
}
