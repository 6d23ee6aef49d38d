import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Download, Page } from 'playwright-core';
import type { FileAnswer } from './document-guard.ts';
import type { Egress } from './egress/egress.ts';
import { CaptureFailure } from './failure.ts';

/** The file that an address answers with in place of a page. The browser itself writes it to the disk. */
export interface ArrivingFile {
  /** To be called for each answer that is a file. */
  readonly answered: (answer: FileAnswer) => void;
  /** The download once it has begun; null after `patienceMs`. */
  begun(patienceMs: number): Promise<Download | null>;
  /** What the site answered; null if only the browser saw that it is a file. */
  answer(): FileAnswer | null;
  /** Waits for the last byte and moves the file to `path`. @throws CaptureFailure if it is too large or breaks off. */
  take(download: Download, path: string): Promise<void>;
  /** Gives up what the page began to save beside itself. */
  drop(): void;
}

export interface ArrivingFileDeps {
  /** Where the browser writes downloads. */
  readonly downloads: string;
  readonly maxFileBytes: number;
  readonly egress: Egress;
}

export function arrivingFile(page: Page, { downloads, maxFileBytes, egress }: ArrivingFileDeps): ArrivingFile {
  let answer: FileAnswer | null = null;
  let held: Download | null = null;
  let isTooLarge = false;
  const first = new Promise<Download>((resolve) => {
    page.on('download', (download) => {
      if (held) return void download.cancel().catch(() => undefined);
      held = download;
      watchSize(download).catch(() => undefined);
      resolve(download);
    });
  });

  return {
    answered(given) {
      answer = given;
      // A browser asks again for the rest of a file that broke off. The evidence is one answer.
      if (given.replacesPage || page.url() === 'about:blank') egress.finishWith(maxFileBytes);
    },
    begun: (patienceMs) => Promise.race([first, sleep(patienceMs, held)]),
    answer: () => answer,
    async take(download, path) {
      const failure = await download.failure();
      const written = failure === null ? await download.path() : '';
      if (isTooLarge || (written !== '' && (await sizeOf(written)) > maxFileBytes))
        throw new CaptureFailure(`文件超过上限（${Math.round(maxFileBytes / 1_048_576)}MB）`);
      if (failure !== null) throw new CaptureFailure('目标网站的应答中途断开');
      await rename(written, path);
    },
    drop: () => void held?.cancel().catch(() => undefined),
  };

  /** A compressed answer grows on the disk faster than on the wire. */
  async function watchSize(download: Download): Promise<void> {
    const ended = download.failure().then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([ended, sleep(sizeEveryMs, false)]))) {
      if ((await sizeIn(downloads)) <= maxFileBytes) continue;
      isTooLarge = true;
      return download.cancel();
    }
  }
}

/** The browser renames a file when it is complete. */
async function sizeIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map((name) => sizeOf(join(folder, name)).catch(() => 0));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}

const sizeEveryMs = 50;
