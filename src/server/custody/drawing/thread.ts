import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { CertificateContent } from '../documents/certificate-content.ts';
import type { DossierContent } from '../documents/dossier-pdf.ts';
import type { NotarialContent } from '../documents/notarial-pdf.ts';
import type { OfficeIdentity } from '../cms/office-certificate.ts';
import type { ShrinkLimits } from '../../platform/media/shrink-picture.ts';
import type { ThreadAnswer } from './threads.ts';

/** Tasks of a drawing thread, which also reads pictures. */
export type DrawingWork =
  | { readonly kind: 'certificate'; readonly content: CertificateContent }
  | { readonly kind: 'notarial document'; readonly content: NotarialContent }
  | { readonly kind: 'dossier'; readonly content: DossierContent }
  | { readonly kind: 'signature'; readonly digest: Uint8Array; readonly office: OfficeIdentity }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array }
  | { readonly kind: 'small picture'; readonly bytes: Uint8Array; readonly limits: ShrinkLimits }
  | { readonly kind: 'likenesses'; readonly ours: Uint8Array; readonly theirs: readonly Uint8Array[] };

/** The URL of this module, in the sources and in a bundle: it is also the thread's program. */
export const programUrl = import.meta.url;
/** `workerData` that marks a drawing thread; other threads load this module too. */
export const drawingThread = 'drawing';

if (!isMainThread && workerData === drawingThread) {
  parentPort?.on('message', async (work: DrawingWork) => {
    const answer: ThreadAnswer = await execute(work).then(
      (done) => ({ done }),
      (error: unknown) => ({ failed: error instanceof Error ? error : new Error(String(error)) }),
    );
    parentPort?.postMessage(answer, []);
  });
}

/** Fonts and libraries are loaded by the first task that needs them, and only in the thread. */
async function execute(work: DrawingWork): Promise<Uint8Array> {
  switch (work.kind) {
    case 'certificate':
      return (await import('../documents/certificate-pdf.ts')).certificatePdf(work.content);
    case 'notarial document':
      return (await import('../documents/notarial-pdf.ts')).notarialPdf(work.content);
    case 'dossier':
      return (await import('../documents/dossier-pdf.ts')).dossierPdf(work.content);
    case 'signature':
      return (await import('../signing/cms-sign.ts')).signDigest(work.digest, work.office);
    case 'picture':
      return (await import('../../platform/media/picture-print.ts')).readPicture(Buffer.from(work.bytes));
    case 'small picture':
      return (await import('../../platform/media/shrink-picture.ts')).shrinkPicture(Buffer.from(work.bytes), work.limits);
    case 'likenesses':
      return (await import('../../platform/media/picture-print.ts')).likenesses(work.ours, work.theirs);
  }
}
