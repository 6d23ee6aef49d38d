import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refused, transportRefusal, type Envelope } from '../../contract/wire.ts';
import { endOfBody } from './limits/body-end.ts';
import { isClientDisconnect } from './limits/client-disconnect.ts';
import { faultMessage } from './fault-message.ts';
import { Refusal } from './refusal.ts';
import { setRetryAfter } from './limits/upload-slots.ts';
import { logFault, noteCall } from './observed/call-facts.ts';

/** Converts every error of a call of the console's API into the envelope (wire, sections 1 and 2). */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    // The envelope has code `rule`, because code 408 there means a broken token (wire, section 2).
    if (endOfBody(request) !== undefined) return reply.status(408).send(refused('rule', { msg: '数据接收中断，请重试' }));
    if (error instanceof Refusal) {
      noteCall(request, { isRefused: true });
      return refused(error.kind, { msg: error.message, ...(error.fields ? { fields: error.fields } : {}), ...error.hint });
    }
    setRetryAfter(reply, error);
    const status = statusOf(error);
    reply.status(status);
    if (isClientDisconnect(error, request)) return transportRefusal(status, '');
    if (status < 500) return transportRefusal(status, transportMessages[status] ?? '请求无法处理');
    logFault(request, error);
    return transportRefusal(500, faultMessage(error, request.id), { requestId: request.id });
  });
}

/**
 * Answers unknown addresses of the API: 405 if another method exists there, else 404. Answers before the body is read, since the result
 * does not depend on it.
 */
export function answerUnknownCalls(app: FastifyInstance): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<Envelope> => {
    const path = request.url.split('?')[0] ?? '';
    const known = (['GET', 'POST'] as const).some((method) => app.hasRoute({ method, url: path }));
    reply.status(known ? 405 : 404);
    return transportRefusal(reply.statusCode, transportMessages[reply.statusCode] ?? '');
  };
  // `preParsing` runs after the rate limit, which is an `onRequest` hook.
  const preParsing = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply.send(await answer(request, reply));
  app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/api/*', preParsing, handler: answer });
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

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 600 ? status : 500;
}
