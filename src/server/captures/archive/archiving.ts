import type { BrowserContext } from 'playwright-core';
import type { CaptureConfig } from '../../runtime/config.ts';
import type { ReplayFacts } from '../../../domain/web-archive/replay-facts.ts';
import type { WrittenWarc } from './warc.ts';

/** Makes the archive of a page that was captured, and replays it. What goes wrong there is told in the log, and fails no capture. */
export type BeginArchiving = (place: ArchivingPlace) => Archiving;

export interface ArchivingPlace {
  /** Of the capture. */
  readonly folder: string;
  readonly begunAt: Date;
  readonly limits: CaptureConfig;
  /** Into the log of the capture. */
  readonly note: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly signal: AbortSignal;
  /** Whether the browser was ended because it took too much of the memory. */
  readonly isTooLarge: () => boolean;
}
export interface Archiving {
  /** Begins what takes its time and needs nothing of the page yet. @param capturing the context that shows the page. */
  prepare(capturing: BrowserContext): void;
  /** Once the pages are closed that the browser captured, before it ends. @returns null where no archive could be made. */
  finish(page: ArchivablePage): Promise<MadeArchive | null>;
  /** Ends what was begun; always called, when the browser has ended. */
  stop(): Promise<void>;
}

/** What a capture leaves behind for its archive. */
export interface ArchivablePage {
  readonly warc: WrittenWarc;
  /** Of the document that the page came with in the end. */
  readonly url: string;
  readonly title: string;
  /** PNG, as the browser drew it. */
  readonly picture: Buffer;
  /** Addresses that nobody answered. */
  readonly unanswered: ReadonlySet<string>;
  /** Addresses whose answers the WARC lacks. */
  readonly unarchived: ReadonlySet<string>;
}

export interface MadeArchive {
  /** Of `capture.wacz`. */
  readonly path: string;
  /** Its `datapackage-digest.json`. */
  readonly digest: Buffer;
  /** Of the key that signed it. */
  readonly keySha256: string;
  readonly replay: ReplayFacts;
}
