import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { refused, transportRefusal } from '../../../contract/wire.ts';
import { isFullStorage } from '../runtime/faults.ts';
import { errorCode } from '../runtime/startup-error.ts';
import { CodedTransfer, PackedBody } from './body-headers.ts';
import { transferEncoding, UnreadableText } from './body-text.ts';
import { endOfBody } from './limits/body-end.ts';
import { isClientDisconnect } from './limits/client-disconnect.ts';
import { setRetryAfter } from './limits/upload-slots.ts';
import { logFault, noteCall } from './observed/call-facts.ts';
import { Refusal } from './refusal.ts';

/** Converts every error of a call of the console's API into the envelope (spec/wire, 1 and 2). */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    // The envelope has code `rule`, because code 408 there means a broken token (spec/wire, 2).
    if (endOfBody(request) !== undefined) return reply.status(408).send(refused('rule', { msg: '数据接收中断，请重试' }));
    if (error instanceof Refusal) {
      noteCall(request, { isRefused: true });
      return refused(error.kind, { msg: error.message, ...(error.fields ? { fields: error.fields } : {}), ...error.hint });
    }
    setRetryAfter(reply, error);
    const status = statusOf(error);
    reply.status(status);
    if (isClientDisconnect(error, request)) return transportRefusal(status, '');
    if (error instanceof PackedBody) return transportRefusal(status, `请求内容不能压缩（${error.encoding}），请发送原文`);
    if (error instanceof CodedTransfer)
      return transportRefusal(status, `请求内容的传输编码不支持（${error.coding}），请用 chunked 或 Content-Length 发送原文`);
    if (error instanceof UnreadableText) return transportRefusal(status, unreadableWords(error));
    if (status < 500) return transportRefusal(status, transportMessages[status] ?? '请求无法处理');
    logFault(request, error);
    return transportRefusal(500, faultMessage(error, request.id), { requestId: request.id });
  });
}

/** Answers 404 at unknown addresses of the API, before the body is read. `refuseOtherMethods` answers at known ones. */
export function answerUnknownCalls(app: FastifyInstance): void {
  const answer = async ({ url }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const message = url.startsWith('/api/docs') ? `${transportMessages[404]}。管理后台的接口文档在 /api/docs，开放接口的在 /open/docs` : '';
    return reply.status(404).send(transportRefusal(404, message || (transportMessages[404] ?? '')));
  };
  // `preParsing` runs after the rate limit, which is an `onRequest` hook.
  app.route({ method: app.supportedMethods, url: '/api/*', preParsing: answer, handler: answer });
}

export const transportMessages: Record<number, string> = {
  400: '请求无法读取',
  404: '接口不存在',
  405: '请求方法不支持',
  413: '请求内容过大',
  414: '请求地址过长',
  415: '请求内容类型不支持',
  429: '请求过于频繁，请稍后再试',
};

function unreadableWords({ statusCode, charset, place }: UnreadableText): string {
  if (place === transferEncoding) return `不支持${transferEncoding} ${charset}，请直接发送原始字节`;
  if (statusCode === 415) return `不支持字符集${charset}，请使用UTF-8编码`;
  return `请求内容不是有效的${charset.toUpperCase()}编码，无法读取，请改用UTF-8编码`;
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 600 ? status : 500;
}

/** What an operator is told of a call that failed by no fault of theirs: what takes nothing, where that is known, and the call's number. */
export function faultMessage(error: unknown, requestId: string): string {
  const known = isFullStorage(error)
    ? '文件存储空间已满'
    : error instanceof DatabaseError
      ? databaseWords[error.code ?? '']
      : diskWords[errorCode(error) ?? ''];
  const words = known === undefined ? '系统繁忙，请稍后再试' : `${known}，本次操作未保存，请联系系统管理员，恢复后再提交`;
  return `${words}（编号：${requestId}）`;
}

const diskWords: Readonly<Record<string, string>> = {
  EROFS: '文件磁盘处于只读状态',
  ENOSPC: '文件磁盘已满',
  EDQUOT: '文件磁盘配额已用尽',
};

/** By SQLSTATE: the disk is full, and a database that only reads, as a standby that was not promoted. */
const databaseWords: Readonly<Record<string, string>> = {
  '53100': '数据库磁盘已满',
  '25006': '数据库处于只读状态',
};
