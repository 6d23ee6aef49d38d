import { createHash } from 'node:crypto';
import { formatSums, packageNames as names } from '../../../domain/proof/evidence/package-names.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import type { StoredTimestamp } from '../log/proof.ts';
import type { UsedMark } from '../marks/mark-store.ts';
import type { ArchiveProofs } from './archive-proofs.ts';
import type { IssuedCertificate } from './certificate.ts';
import { credentialFiles } from './credential-files.ts';
import { instructionsOf, sandboxText } from './instructions/instructions.ts';
import { madeFile, type PackageFile, storedFile } from './package-file.ts';
import type { ProvenFacts } from './proven-facts.ts';
import { secondTrackFiles, secondTrackSums } from './second-track-files.ts';

/** The files of a package in the order of the zip, without its dossier and its sums. @throws Error if two files have the same name. */
export async function packageFiles(
  known: ProvenFacts,
  certificate: IssuedCertificate,
  store: ObjectStore,
): Promise<readonly PackageFile[]> {
  const { facts, stored, logKey, anchorProofs, identity, certificateProof, sandboxNotice } = known;
  if (!logKey) throw new Error('the log has no key');
  const { proof, evidenceTimestamp, chainAnchor } = anchorProofs;
  const files = [
    ...(sandboxNotice === null ? [] : [madeFile(names.sandbox, sandboxText(sandboxNotice))]),
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

/** The evidence record, which exists from the day after the evidence, and the proof that joins the checkpoints of all proofs. */
function recordFiles({ anchorProofs: { record }, consistency }: ProvenFacts): PackageFile[] {
  return [...(record ? [madeFile(names.evidenceRecord, record)] : []), ...(consistency ? [madeFile(names.consistency, consistency)] : [])];
}

/** The office's policy and, if the token is over an earlier checkpoint than the cosigned one, the proof under that. */
function witnessFiles({ policy, anchorProofs: { proof } }: ProvenFacts): PackageFile[] {
  return [
    ...(policy === null ? [] : [madeFile(names.policy, policy)]),
    ...(proof.stamped ? [madeFile(names.timestampProof, proof.stamped.text)] : []),
  ];
}

/** The mark of an evidence as files of its package: the mark, and the token that it names with the authority's certificates. */
function markFiles(mark: UsedMark | null): readonly { readonly name: string; readonly content: Uint8Array | string }[] {
  if (!mark) return [];
  return [
    { name: names.mark, content: mark.json },
    ...(mark.der && mark.chainPem !== null
      ? [
          { name: names.markTimestamp, content: mark.der },
          { name: names.markTimestampChain, content: mark.chainPem },
        ]
      : []),
  ];
}

/** Files beside `capture.wacz`, which the manifest lists itself: the token over its digest, its key, and the log's proof of the key. */
function archiveFiles(proofs: ArchiveProofs | null): PackageFile[] {
  if (!proofs) return [];
  const { timestamp, keyPem, keyProof } = proofs;
  const token = timestamp
    ? [madeFile(names.archiveTimestamp, timestamp.der), madeFile(names.archiveTimestampChain, timestamp.chainPem)]
    : [];
  return [...token, madeFile(names.archiveKey, keyPem), madeFile(names.archiveKeyProof, keyProof.text)];
}
