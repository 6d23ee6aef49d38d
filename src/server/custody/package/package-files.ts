import { createHash } from 'node:crypto';
import { formatSums, packageNames as names } from '../../../domain/evidence/package-names.ts';
import type { ObjectStore } from '../../storage/store.ts';
import type { ZipPart } from '../../zip/zip-writer.ts';
import type { SigningIdentity } from '../identity/signing-identity.ts';
import type { StoredTimestamp } from '../log/proof.ts';
import type { IssuedCertificate } from './certificate.ts';
import type { ProvenDossier } from './dossier.ts';
import { instructionsOf } from './instructions.ts';
import { markFiles } from './mark-files.ts';

type PackageFile = ZipPart & { readonly sha256: string };

/** The files of a package, in the order of the zip. @throws Error where two would have one name. */
export async function packageFiles(
  dossier: ProvenDossier,
  certificate: IssuedCertificate,
  store: ObjectStore,
): Promise<readonly PackageFile[]> {
  const { facts, stored, logKey, anchorProofs, identity, certificateProof } = dossier;
  if (!logKey) throw new Error('the log has no key');
  const { proof, evidenceTimestamp, chainAnchor } = anchorProofs;
  const storedFile = (name: string, sha256: string): PackageFile => ({
    name,
    sha256,
    content: async () => (await store.open(sha256)).stream,
  });
  const files = [
    madeFile(names.instructions, instructionsOf(dossier, logKey)),
    madeFile(names.manifest, stored.manifestBytes),
    madeFile('details.json', stored.detailsBytes),
    madeFile(names.checkpoint, proof.checkpoint.note),
    madeFile(names.proof, proof.text),
    madeFile(names.logKey, `${logKey}\n`),
    ...tokenFiles(proof.timestamp, [names.timestamp, names.timestampChain]),
    ...tokenFiles(evidenceTimestamp, [names.evidenceTimestamp, names.evidenceTimestampChain]),
    ...markFiles(dossier.mark).map(({ name, content }) => madeFile(name, content)),
    ...(chainAnchor ? [madeFile(names.anchor, chainAnchor.json), madeFile(names.anchorProof, chainAnchor.proof)] : []),
    certificate.pdf ? madeFile(names.certificate, certificate.pdf) : storedFile(names.certificate, certificate.sha256),
    madeFile(names.officeCertificate, identity.certificatePem),
    madeFile(names.officeProof, certificateProof.text),
    ...stored.storedFiles.map(({ name, sha256 }) => storedFile(name, sha256)),
  ];
  if (new Set(files.map(({ name }) => name)).size !== files.length)
    throw new Error(`the package of ${facts.number} would hold a name twice`);
  return [...files, ...(await sumsOf(files, identity))];
}

/** `SHA256SUMS` covers every other file, and the office's signature over it covers those that no other signature does. */
async function sumsOf(files: readonly PackageFile[], identity: SigningIdentity): Promise<PackageFile[]> {
  const sums = Buffer.from(formatSums(files));
  const signature = await identity.signDigest(createHash('sha256').update(sums).digest());
  return [madeFile(names.sums, sums), madeFile(names.sumsSignature, signature)];
}

function tokenFiles(token: StoredTimestamp | null, [tokenName, chainName]: [string, string]): PackageFile[] {
  return token ? [madeFile(tokenName, token.der), madeFile(chainName, token.chainPem)] : [];
}

function madeFile(name: string, content: Uint8Array | string): PackageFile {
  const bytes = Buffer.from(content);
  async function* once(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  return { name, sha256: createHash('sha256').update(bytes).digest('hex'), content: async () => once() };
}
