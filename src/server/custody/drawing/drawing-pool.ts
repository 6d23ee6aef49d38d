import { availableParallelism } from 'node:os';
import type { CertificateContent } from '../documents/certificate-content.ts';
import type { DossierContent } from '../documents/dossier-pdf.ts';
import type { NotarialContent } from '../documents/notarial-pdf.ts';
import type { OfficeIdentity } from '../cms/office-certificate.ts';
import { openThread } from '../../runtime/open-thread.ts';
import type { ShrinkLimits } from '../../media/shrink-picture.ts';
import { readingOf, type PictureReading } from '../../media/picture-reading.ts';
import { drawingThread, programUrl, type DrawingWork } from './thread.ts';
import { createThreads } from './threads.ts';

/** As `certificatePdf`, beside the main thread: a page takes 50 ms and more, in which nobody would be answered. @throws as `Threads.run` */
export function drawCertificate(content: CertificateContent): Promise<Buffer> {
  return draw({ kind: 'certificate', content });
}

/** As `notarialPdf`, in the same way. */
export function drawNotarial(content: NotarialContent): Promise<Buffer> {
  return draw({ kind: 'notarial document', content });
}

/** As `dossierPdf`, in the same way. */
export function drawDossier(content: DossierContent): Promise<Buffer> {
  return draw({ kind: 'dossier', content });
}

/** As `signDigest`, in the same way: reading the certificate and writing the frame take as long as all else that a download needs. */
export function signInThread(digest: Uint8Array, office: OfficeIdentity): Promise<Buffer> {
  return draw({ kind: 'signature', digest, office: { keyPem: office.keyPem, certificatePem: office.certificatePem } });
}

/** As `readPicture`: decoding and reading take up to 300 ms. @throws as `Threads.run` */
export async function readPictureAside(bytes: Buffer): Promise<PictureReading> {
  return readingOf(await threads.run({ kind: 'picture', bytes }));
}

/** As `shrinkPicture`, in the same way. @throws what the picture cannot be decoded for, or as `Threads.run` */
export function shrinkPictureAside(bytes: Buffer, limits: ShrinkLimits): Promise<Buffer> {
  return draw({ kind: 'small picture', bytes, limits });
}

/** As `likenesses`, in the same way. */
export async function likenessesAside(ours: Uint8Array, theirs: readonly Uint8Array[]): Promise<number[]> {
  const answer = await threads.run({ kind: 'likenesses', ours, theirs });
  return [...new Float32Array(answer.slice().buffer)];
}

async function draw(work: DrawingWork): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await threads.run(work);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** One core is left to those who wait for other answers. A thread holds some 100 MB of fonts while it lives. */
export const threads = createThreads<DrawingWork>({
  open: () => openThread(programUrl, { workerData: drawingThread, resourceLimits: { maxOldGenerationSizeMb: 512 } }),
  max: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 1000,
  idleMs: 30_000,
  workMs: 300_000,
});
