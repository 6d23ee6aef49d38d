import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { formatSums, isPdf, packageNames as names, sm2Names } from '../../../domain/proof/evidence/package-names.ts';
import type { SecondTrack, Signable } from '../guomi/second-track.ts';
import type { Sm2Signatures } from '../guomi/sign-content.ts';
import { madeFile, type PackageFile } from './package-file.ts';

/**
 * The second track as files of a package: the SM2 certificate, the proof that the log names it, its authority's token, and the signatures
 * over the PDFs so far. Signatures that the signer cannot make now are omitted; a later package has them.
 */
export async function secondTrackFiles(track: SecondTrack | null, files: readonly PackageFile[]): Promise<PackageFile[]> {
  if (!track) return [];
  const { certificate, proof, timestamp } = track;
  const pdfs = files.filter(({ name }) => isPdf(name));
  const signatures = await Promise.all(pdfs.map(async (file) => filesOf(file.name, await track.signStored(signableOf(file)))));
  return [
    madeFile(names.sm2Certificate, certificate.pem),
    madeFile(names.sm2Proof, proof.text),
    ...(timestamp ? [madeFile(names.sm2Timestamp, timestamp.der), madeFile(names.sm2TimestampChain, timestamp.chainPem)] : []),
    ...signatures.flat(),
  ];
}

/** The signatures over a file that is made anew for each package. */
export async function secondTrackOver(track: SecondTrack | null, file: PackageFile): Promise<PackageFile[]> {
  return track ? filesOf(file.name, await track.signMade(signableOf(file))) : [];
}

/** `SM3SUMS`, and the signatures over both lists. @param sums `SHA256SUMS`, which lists the same files. */
export async function secondTrackSums(track: SecondTrack | null, files: readonly PackageFile[], sums: Buffer): Promise<PackageFile[]> {
  if (!track) return [];
  const hashed = await Promise.all(files.map(async (file) => ({ name: file.name, sha256: file.sm3 ?? (await sm3Of(file)) })));
  const lists = [madeFile(names.sums, sums), madeFile(names.sm3Sums, formatSums(hashed))] as const;
  const signatures = await Promise.all(lists.map((list) => secondTrackOver(track, list)));
  return [lists[1], ...signatures.flat()];
}

function filesOf(name: string, signatures: Sm2Signatures | null): PackageFile[] {
  const [der, cms] = sm2Names(name);
  return signatures ? [madeFile(der, signatures.der), madeFile(cms, signatures.cms)] : [];
}

function signableOf(file: PackageFile): Signable {
  return { sha256: file.sha256, open: () => bytesOf(file) };
}

async function sm3Of(file: PackageFile): Promise<string> {
  const hash = createHash('sm3');
  for await (const chunk of await bytesOf(file)) hash.update(chunk);
  return hash.digest('hex');
}

async function bytesOf({ content }: PackageFile): Promise<AsyncIterable<Uint8Array>> {
  const source = typeof content === 'function' ? await content() : [content];
  return Readable.from(source).map((chunk: Buffer | string) => Buffer.from(chunk)) as AsyncIterable<Uint8Array>;
}
