import type { BrowserContext } from 'playwright-core';
import type { CaptureDevice } from '../../../../domain/business/rules/capture.ts';
import type { CaptureConfig } from '../../../platform/runtime/config.ts';
import type { ReplayFacts } from '../../../../domain/proof/web-archive/replay-facts.ts';
import type { WrittenWarc } from './warc.ts';

/** Builds and replays the archive of a captured page. Errors in it are logged and never fail the capture. */
export type BeginArchiving = (place: ArchivingPlace) => Archiving;

export interface ArchivingPlace {
  /** The capture's own folder. */
  readonly folder: string;
  readonly begunAt: Date;
  readonly device: CaptureDevice;
  readonly limits: CaptureConfig;
  /** Writes to the log of the capture. */
  readonly note: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly signal: AbortSignal;
  /** Whether the browser was killed because it used too much memory. */
  readonly isTooLarge: () => boolean;
}
export interface Archiving {
  /** Starts slow work that does not need the page yet. @param capturing the context that shows the page. */
  prepare(capturing: BrowserContext): void;
  /** Called after the browser has closed the captured pages, before the browser ends. @returns null if no archive could be made. */
  finish(page: ArchivablePage): Promise<MadeArchive | null>;
  /** Ends everything that was started. Always called, after the browser has ended. */
  stop(): Promise<void>;
}

/** What a capture leaves behind for its archive. */
export interface ArchivablePage {
  readonly warc: WrittenWarc;
  /** As it was asked for, fragment included; of the document that the page finally came from if it led elsewhere. */
  readonly url: string;
  readonly title: string;
  /** PNG, as the browser drew it, without the margin; null for a file, which is not replayed. */
  readonly picture: Buffer | null;
  /** Addresses that gave no response, with the browser's word for it. */
  readonly unanswered: ReadonlyMap<string, string>;
  /** Addresses whose responses the WARC lacks. */
  readonly unarchived: ReadonlySet<string>;
}

export interface MadeArchive {
  /** Path of `capture.wacz`. */
  readonly path: string;
  /** Its `datapackage-digest.json`. */
  readonly digest: Buffer;
  /** Hash of the key that signed it. */
  readonly keySha256: string;
  /** Without a result for a file. */
  readonly replay: ReplayFacts;
}
