import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** A download that a navigation asked for. */
export interface FileReply {
  readonly name: string;
  readonly mediaType: string;
  /** Called once. @param mark what everything of this installation says, in a sandbox. */
  open(mark: string | null): Readable;
}

/**
 * Sends what exports make: one at a time for each operator, and no reader holds a connection that others wait for
 * (docs/decisions/0009-xlsx.md).
 */
export interface ExportService {
  /** @throws Refusal when the operator has one under way, or no connection came free. Nothing was sent then, and `make` was not called. */
  send(reply: FastifyReply, by: string, make: () => Promise<FileReply>): Promise<FastifyReply>;
}
