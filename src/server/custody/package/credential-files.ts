import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { credentialPictureName, packageNames as names } from '../../../domain/proof/evidence/package-names.ts';
import type { OfficeCredential } from '../../../domain/proof/platform/credential.ts';
import { picturedCredentials } from '../../../domain/proof/platform/credential-findings.ts';
import { StorageError, type ObjectStore } from '../../platform/storage/store.ts';
import type { LoggedCredentials } from '../platform/logged-credentials.ts';
import { madeFile, type PackageFile } from './package-file.ts';

/**
 * The office's credentials as files of a package: the list, its proof, and the pictures of those that apply to the evidence. A picture that
 * the store has lost is omitted, which the verifier reports: no evidence depends on it.
 */
export async function credentialFiles(
  credentials: LoggedCredentials | null,
  receivedAt: Date,
  store: ObjectStore,
): Promise<readonly PackageFile[]> {
  if (!credentials) return [];
  const pictures = await Promise.all(picturedCredentials(credentials.list, receivedAt).map((one) => pictureFile(one, store)));
  return [
    madeFile(names.credentials, credentials.bytes),
    madeFile(names.credentialsProof, credentials.proof.text),
    ...pictures.filter((file) => file !== null),
  ];
}

/** Small, so it is read and verified at once; null if the store does not have it or its bytes differ. */
async function pictureFile({ id, picture }: OfficeCredential, store: ObjectStore): Promise<PackageFile | null> {
  try {
    const bytes = await buffer((await store.open(picture.sha256)).stream);
    const isWhole = createHash('sha256').update(bytes).digest('hex') === picture.sha256;
    return isWhole ? madeFile(credentialPictureName(id), bytes) : null;
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'missing') return null;
    throw error;
  }
}
