import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** A file to download, in answer to a browser navigation. */
export interface FileReply {
  readonly name: string;
  readonly mediaType: string;
  /** Called once. @param mark the sandbox marking; null unless this installation is a sandbox. */
  open(mark: string | null): Readable;
}

/**
 * Sends exports, one at a time for each operator. A slow reader does not keep a database connection that others wait for
 * (docs/decisions/0009-xlsx.md).
 */
export interface ExportService {
  /** @throws Refusal if the operator's export is already running, or no connection came free. Then `make` was not called. */
  send(reply: FastifyReply, by: string, make: () => Promise<FileReply>): Promise<FastifyReply>;
}
