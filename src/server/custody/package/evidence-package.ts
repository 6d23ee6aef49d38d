import type { Readable } from 'node:stream';
import { writeZip } from '../../platform/zip/zip-writer.ts';
import { issueCertificate } from './certificate.ts';
import { inPackageTurn } from './in-package-turn.ts';
import { dossierFiles } from './dossier-files.ts';
import { isProven, readPackageFacts, type CertificateDeps, type NoPackageFacts } from './proven-facts.ts';
import type { EvidenceFacts } from './facts.ts';
import { packageFiles, sumsOf } from './package-files.ts';

/** Why there is no package: a file is missing or still uploading, or the evidence does not count as anchored yet. */
export type NoPackage = NoPackageFacts | 'pending';

/**
 * Creates the evidence package (spec/custody, 4) while it is read: small files are made at once, originals are read from the
 * store when their turn comes. Nothing is compressed, so that verification is as fast as hashing. Every file has the date of the evidence.
 * In turns: `InTurn`.
 */
export function evidencePackage(parts: CertificateDeps, facts: EvidenceFacts): Promise<Readable | NoPackage> {
  return inPackageTurn(facts.userId, () => makePackage(parts, facts));
}

async function makePackage(parts: CertificateDeps, facts: EvidenceFacts): Promise<Readable | NoPackage> {
  const known = await readPackageFacts(parts, facts);
  if (typeof known === 'string') return known;
  if (!isProven(known)) return 'pending';
  const certificate = await issueCertificate(parts, known);
  const files = await packageFiles(known, certificate, parts.store);
  const contents = [...files, ...(await dossierFiles(parts, known, certificate, files))];
  return writeZip([...contents, ...(await sumsOf(contents, known))], { level: 0, date: new Date(known.stored.manifest.times.receivedAt) });
}
