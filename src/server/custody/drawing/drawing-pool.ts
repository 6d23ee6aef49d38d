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

/** Runs `certificatePdf` off the main thread: a page takes 50 ms or more, which would delay every response. @throws as `Threads.run` */
export function drawCertificate(content: CertificateContent): Promise<Buffer> {
  return draw({ kind: 'certificate', content });
}

/** Runs `notarialPdf` off the main thread. */
export function drawNotarial(content: NotarialContent): Promise<Buffer> {
  return draw({ kind: 'notarial document', content });
}

/** Runs `dossierPdf` off the main thread. */
export function drawDossier(content: DossierContent): Promise<Buffer> {
  return draw({ kind: 'dossier', content });
}

/** Runs `signDigest` off the main thread: parsing the certificate and encoding take as long as the rest of a download's work. */
export function signInThread(digest: Uint8Array, office: OfficeIdentity): Promise<Buffer> {
  return draw({ kind: 'signature', digest, office: { keyPem: office.keyPem, certificatePem: office.certificatePem } });
}

/** Runs `readPicture` off the main thread: decoding and reading take up to 300 ms. @throws as `Threads.run` */
export async function readPictureInThread(bytes: Buffer): Promise<PictureReading> {
  return readingOf(await threads.run({ kind: 'picture', bytes }));
}

/** Runs `shrinkPicture` off the main thread. @throws if the picture cannot be decoded, or as `Threads.run` */
export function shrinkPictureInThread(bytes: Buffer, limits: ShrinkLimits): Promise<Buffer> {
  return draw({ kind: 'small picture', bytes, limits });
}

/** Runs `likenesses` off the main thread. Values from 0 to 1, in the order of `theirs`. */
export async function likenessesInThread(ours: Uint8Array, theirs: readonly Uint8Array[]): Promise<number[]> {
  const answer = await threads.run({ kind: 'likenesses', ours, theirs });
  return [...new Float32Array(answer.slice().buffer)];
}

async function draw(work: DrawingWork): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await threads.run(work);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Leaves one core to other requests. Each live thread holds some 100 MB of fonts. */
export const threads = createThreads<DrawingWork>({
  open: () => openThread(programUrl, { workerData: drawingThread, resourceLimits: { maxOldGenerationSizeMb: 512 } }),
  max: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 1000,
  idleMs: 30_000,
  workMs: 300_000,
});
