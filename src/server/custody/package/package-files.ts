import { createHash } from 'node:crypto';
import { formatSums, packageNames as names } from '../../../domain/evidence/package-names.ts';
import type { ObjectStore } from '../../storage/store.ts';
import type { StoredTimestamp } from '../log/proof.ts';
import type { IssuedCertificate } from './certificate.ts';
import { archiveFiles } from './archive-files.ts';
import { credentialFiles } from './credential-files.ts';
import { instructionsOf, sandboxNotice } from './instructions/instructions.ts';
import { markFiles } from './mark-files.ts';
import { madeFile, storedFile, type PackageFile } from './package-file.ts';
import type { ProvenFacts } from './proven-facts.ts';
import { recordFiles } from './record-files.ts';
import { witnessFiles } from './witness-files.ts';
import { secondTrackFiles, secondTrackSums } from './second-track-files.ts';

/** The files of a package in the order of the zip, without its dossier and its sums. @throws Error if two files have the same name. */
export async function packageFiles(
  known: ProvenFacts,
  certificate: IssuedCertificate,
  store: ObjectStore,
): Promise<readonly PackageFile[]> {
  const { facts, stored, logKey, anchorProofs, identity, certificateProof, mark } = known;
  if (!logKey) throw new Error('the log has no key');
  const { proof, evidenceTimestamp, chainAnchor } = anchorProofs;
  const files = [
    ...(mark === null ? [] : [madeFile(names.sandbox, sandboxNotice(mark))]),
    madeFile(names.instructions, instructionsOf(known, logKey)),
    madeFile(names.manifest, stored.manifestBytes),
    madeFile('details.json', stored.detailsBytes),
    madeFile(names.checkpoint, (proof.stamped ?? proof).checkpoint.note),
    madeFile(names.proof, proof.text),
    ...witnessFiles(known),
    madeFile(names.logKey, `${logKey}\n`),
    ...tokenFiles(proof.timestamp, [names.timestamp, names.timestampChain]),
    ...tokenFiles(evidenceTimestamp, [names.evidenceTimestamp, names.evidenceTimestampChain]),
    ...archiveFiles(known.archiveProofs),
    ...markFiles(known.usedMark).map(({ name, content }) => madeFile(name, content)),
    ...recordFiles(known),
    ...(chainAnchor ? [madeFile(names.anchor, chainAnchor.json), madeFile(names.anchorProof, chainAnchor.proof)] : []),
    certificate.pdf ? madeFile(names.certificate, certificate.pdf) : storedFile(store, names.certificate, certificate.sha256),
    madeFile(names.officeCertificate, identity.certificatePem),
    madeFile(names.officeProof, certificateProof.text),
    ...(await credentialFiles(known.credentials, new Date(stored.manifest.times.receivedAt), store)),
    ...stored.storedFiles.map(({ name, sha256, sm3 }) => storedFile(store, name, sha256, sm3)),
  ];
  files.push(...(await secondTrackFiles(known.secondTrack, files)));
  if (new Set(files.map(({ name }) => name)).size !== files.length)
    throw new Error(`the package of ${facts.number} would hold a name twice`);
  return files;
}

/** `SHA256SUMS` with its signatures. It lists every other file, so the office's signature covers those without one of their own. */
export async function sumsOf(
  files: readonly PackageFile[],
  { identity, secondTrack }: Pick<ProvenFacts, 'identity' | 'secondTrack'>,
): Promise<PackageFile[]> {
  const sums = Buffer.from(formatSums(files));
  const signature = await identity.signDigest(createHash('sha256').update(sums).digest());
  return [madeFile(names.sums, sums), madeFile(names.sumsSignature, signature), ...(await secondTrackSums(secondTrack, files, sums))];
}

function tokenFiles(token: StoredTimestamp | null, [tokenName, chainName]: [string, string]): PackageFile[] {
  return token ? [madeFile(tokenName, token.der), madeFile(chainName, token.chainPem)] : [];
}
