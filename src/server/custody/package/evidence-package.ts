import type { Readable } from 'node:stream';
import { writeZip } from '../../zip/zip-writer.ts';
import { issueCertificate } from './certificate.ts';
import { isProven, readDossier, type CertificateDeps, type NoDossier } from './dossier.ts';
import type { EvidenceFacts } from './facts.ts';
import { packageFiles } from './package-files.ts';

/** Why there is no package: its file is not (or no longer) there, or the evidence does not count as anchored yet. */
export type NoPackage = NoDossier | 'pending';

/**
 * The evidence package (architecture, *Custody*, 4), made while it is read: small files at once, originals out of the store when their turn
 * comes. Nothing is compressed, so that a verifier is as fast as the hash. The date of every file is that of the evidence.
 */
export async function evidencePackage(parts: CertificateDeps, facts: EvidenceFacts): Promise<Readable | NoPackage> {
  const dossier = await readDossier(parts, facts);
  if (typeof dossier === 'string') return dossier;
  if (!isProven(dossier)) return 'pending';
  const certificate = await issueCertificate(parts, dossier);
  const files = await packageFiles(dossier, certificate, parts.store);
  return writeZip(files, { level: 0, date: new Date(dossier.stored.manifest.times.receivedAt) });
}
