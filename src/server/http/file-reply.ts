import type { Readable } from 'node:stream';

/** A download that a navigation asked for. */
export interface FileReply {
  readonly name: string;
  readonly mediaType: string;
  readonly body: Readable;
}
