import type { FastifyReply } from 'fastify';
import { finished, type Readable } from 'node:stream';
import { exportConnections } from '../pools.ts';
import { spool } from './spool.ts';
import { contentDisposition } from '../../../platform/http/files/disposition.ts';
import type { ExportService, FileReply } from '../../../platform/http/file-reply.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { inQueue } from '../../../platform/runtime/asker.ts';

export interface ExportRules {
  /** How long an export may wait for a connection before its headers are sent. */
  readonly waitMs: number;
  /** A client that reads nothing for this long is disconnected. */
  readonly stallMs: number;
  /** The limit of unread bytes of one export on the disk. */
  readonly spoolBytes: number;
}

/** A workbook whose body is being written. */
interface OpenFile extends Omit<FileReply, 'open'> {
  readonly body: Readable;
}

/** @param notice the sandbox notice, shown in every workbook; file names then get a prefix. Null unless in a sandbox. */
export function createExportService({ waitMs, stallMs, spoolBytes }: ExportRules, notice: string | null = null): ExportService {
  const underWay = new Set<string>();
  const waiting: (() => void)[] = [];
  let free = exportConnections;

  return {
    async send(reply, by, make) {
      if (underWay.has(by)) throw refuse('您有一个导出正在进行，请等它完成后再试');
      if (underWay.size >= atOnce) throw busy();
      underWay.add(by);
      try {
        const file = await whileConnected(make);
        const body = await spool(file.body, spoolBytes).catch((error: unknown) => {
          file.body.destroy();
          throw error;
        });
        // Also covers a client that does not read the last bytes after everything was written.
        dropWhenStalled(reply);
        finished(reply.raw, () => {
          body.destroy();
          underWay.delete(by);
        });
        return reply
          .header('content-type', file.mediaType)
          .header('content-disposition', contentDisposition('attachment', file.name))
          .send(body);
      } catch (error) {
        underWay.delete(by);
        throw error;
      }
    },
  };

  /** Holds a database connection's slot until the body is written or abandoned, not until the client has read it. */
  async function whileConnected(make: () => Promise<FileReply>): Promise<OpenFile> {
    await takePlace();
    try {
      const { name, mediaType, open } = await make();
      const body = open(notice);
      finished(body, leavePlace);
      return { name: notice === null ? name : `${sandboxName}-${name}`, mediaType, body };
    } catch (error) {
      leavePlace();
      throw error;
    }
  }

  async function takePlace(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    await inQueue<void>((resolve, reject) => {
      const leave = (): boolean => {
        clearTimeout(patience);
        const at = waiting.indexOf(enter);
        if (at >= 0) waiting.splice(at, 1);
        return at >= 0;
      };
      const patience = setTimeout(() => {
        leave();
        reject(busy());
      }, waitMs);
      const enter = (): void => {
        clearTimeout(patience);
        resolve();
      };
      waiting.push(enter);
      return leave;
    });
  }

  function leavePlace(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  function dropWhenStalled({ raw }: FastifyReply): void {
    // Injected requests (tests) have no socket.
    if (!raw.socket || !('setTimeout' in raw.socket)) return;
    // Half, because Node checks twice whether pending bytes were sent. If none are pending, the rows are slow, not the client.
    raw.setTimeout(stallMs / 2, () => {
      if (raw.writableLength > 0) raw.destroy();
    });
  }
}

/** Prefix of a workbook's name in a sandbox. */
const sandboxName = '测试环境';
const busy = () => refuse('系统繁忙，请稍后再试');
/** The limit of concurrent exports; each has its own spool file. */
const atOnce = 8;
