import type { FastifyReply } from 'fastify';
import { finished, type Readable } from 'node:stream';
import { exportConnections } from '../pools.ts';
import { spool } from './spool.ts';
import { contentDisposition } from '../../http/files/disposition.ts';
import type { ExportService, FileReply } from '../../http/file-reply.ts';
import { refuse } from '../../http/refusal.ts';

export interface ExportRules {
  /** How long an export may wait for a connection before its headers are sent. */
  readonly waitMs: number;
  /** A reader who takes nothing for so long is dropped. */
  readonly stallMs: number;
  /** What one export may have on the disk that was not read yet. */
  readonly spoolBytes: number;
}

/** A workbook that is being written. */
interface OpenFile extends Omit<FileReply, 'open'> {
  readonly body: Readable;
}

/** @param mark of a sandbox: every workbook says it, and its name. */
export function createExportService({ waitMs, stallMs, spoolBytes }: ExportRules, mark: string | null = null): ExportService {
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
        // Also when everything was handed over and the last of it is not taken.
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

  /** The place is free again once the body was made, or given up; whoever takes it is not kept by its reader. */
  async function whileConnected(make: () => Promise<FileReply>): Promise<OpenFile> {
    await takePlace();
    try {
      const { name, mediaType, open } = await make();
      const body = open(mark);
      finished(body, leavePlace);
      return { name: mark === null ? name : `${sandboxName}-${name}`, mediaType, body };
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
    await new Promise<void>((resolve, reject) => {
      const patience = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(busy());
      }, waitMs);
      const enter = (): void => {
        clearTimeout(patience);
        resolve();
      };
      waiting.push(enter);
    });
  }

  function leavePlace(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  function dropWhenStalled({ raw }: FastifyReply): void {
    // A request that is injected has no socket.
    if (!raw.socket || !('setTimeout' in raw.socket)) return;
    // Node looks twice whether anything of what waits was taken. Where nothing waits it is the rows that do not come.
    raw.setTimeout(stallMs / 2, () => {
      if (raw.writableLength > 0) raw.destroy();
    });
  }
}

/** Before the name of a sandbox's workbook. */
const sandboxName = '测试环境';
const busy = () => refuse('系统繁忙，请稍后再试');
/** Exports that are sent at the same time, each with a file of its own. */
const atOnce = 8;
