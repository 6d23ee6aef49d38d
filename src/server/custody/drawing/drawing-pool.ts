import { availableParallelism } from 'node:os';
import type { CertificateContent } from '../documents/certificate-content.ts';
import type { DossierContent } from '../documents/dossier-pdf.ts';
import type { NotarialContent } from '../documents/notarial-pdf.ts';
import type { OfficeIdentity } from '../cms/office-certificate.ts';
import { theOffice } from '../../platform/runtime/in-turn.ts';
import { openThread } from '../../platform/runtime/open-thread.ts';
import type { ShrinkLimits } from '../../platform/media/shrink-picture.ts';
import { readingOf, type PictureReading } from '../../platform/media/picture-reading.ts';
import { drawingThread, programUrl, type DrawingWork } from './thread.ts';
import { createThreads } from './threads.ts';

// The first argument of each function is the id of the user whom the task is about, or `theOffice` (see `InTurn`).

/** Runs `certificatePdf` off the main thread: a page takes 50 ms or more, which would delay every response. @throws as `Threads.run` */
export function drawCertificate(turn: string, content: CertificateContent): Promise<Buffer> {
  return draw(turn, { kind: 'certificate', content });
}

/** Runs `notarialPdf` off the main thread. */
export function drawNotarial(turn: string, content: NotarialContent): Promise<Buffer> {
  return draw(turn, { kind: 'notarial document', content });
}

/** Runs `dossierPdf` off the main thread. */
export function drawDossier(turn: string, content: DossierContent): Promise<Buffer> {
  return draw(turn, { kind: 'dossier', content });
}

/** Runs `signDigest` off the main thread: parsing the certificate and encoding take as long as the rest of a download's work. */
export function signInThread(turn: string, digest: Uint8Array, office: OfficeIdentity): Promise<Buffer> {
  return draw(turn, { kind: 'signature', digest, office: { keyPem: office.keyPem, certificatePem: office.certificatePem } });
}

/** Runs `readPicture` off the main thread: decoding and reading take up to 300 ms. @throws as `Threads.run` */
export async function readPictureInThread(turn: string, bytes: Buffer): Promise<PictureReading> {
  return readingOf(await pictureThreads.run(turn, { kind: 'picture', bytes }));
}

/** Runs `shrinkPicture` off the main thread. @throws if the picture cannot be decoded, or as `Threads.run` */
export async function shrinkPictureInThread(bytes: Buffer, limits: ShrinkLimits): Promise<Buffer> {
  return asBuffer(await pictureThreads.run(theOffice, { kind: 'small picture', bytes, limits }));
}

/** Runs `likenesses` off the main thread. Values from 0 to 1, in the order of `theirs`. */
export async function likenessesInThread(turn: string, ours: Uint8Array, theirs: readonly Uint8Array[]): Promise<number[]> {
  const answer = await pictureThreads.run(turn, { kind: 'likenesses', ours, theirs });
  return [...new Float32Array(answer.slice().buffer)];
}

async function draw(turn: string, work: DrawingWork): Promise<Buffer> {
  return asBuffer(await threads.run(turn, work));
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Leaves one core to other requests. Each live thread holds some 100 MB of fonts. */
export const threads = createThreads<DrawingWork>({
  open,
  max: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 1000,
  idleMs: 30_000,
  workMs: 300_000,
});

/** Apart from documents: pictures are chosen by end users, and how long one takes to decode is up to whoever made it. */
const pictureThreads = createThreads<DrawingWork>({ open, max: 1, maxWaiting: 1000, idleMs: 30_000, workMs: 60_000 });

function open() {
  return openThread(programUrl, { workerData: drawingThread, resourceLimits: { maxOldGenerationSizeMb: 512 } });
}
