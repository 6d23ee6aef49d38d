import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RefusalCode } from '../../../contract/open/refusals.ts';
import type { CallRecorder } from '../../desk/call-records/recorder.ts';
import { SignatureRefusal } from './refusal.ts';
import { callerAddress } from '../../platform/http/limits/address.ts';

/** Notes why a call failed, with the code and message sent to the client; for a fault, the message has the request ID. */
export type NoteRefusal = (
  request: FastifyRequest,
  refusal: { readonly code: RefusalCode | 'left'; readonly message: string },
  error?: unknown,
) => void;

/**
 * Records every call of this app after its answer is sent. Calls with a refused signature are recorded too, under the client that they
 * claim to be.
 */
export function recordCalls(
  app: FastifyInstance,
  recorder: CallRecorder,
  appIdOf: (request: FastifyRequest) => string | undefined,
): NoteRefusal {
  const refusals = new WeakMap<FastifyRequest, { code: string; message: string; signedOver: string }>();
  app.addHook('onResponse', async (request, reply) => {
    const signer = appIdOf(request);
    const appId = signer ?? request.headers['x-app-id'];
    if (typeof appId !== 'string' || !/^[0-9A-Za-z_-]{1,64}$/.test(appId)) return;
    const { code = '', message = '', signedOver = '' } = refusals.get(request) ?? {};
    recorder.add({
      appId,
      at: new Date(Date.now() - reply.elapsedTime),
      call: cut(`${request.method} ${request.url.split('?', 1)[0] ?? ''}`, 300),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: callerAddress(request),
      refusal: code,
      message: cut(message, 500),
      signedOver: cut(signedOver, 4000),
      isSigned: signer !== undefined,
    });
  });
  return (request, { code, message }, error) =>
    void refusals.set(request, { code, message, signedOver: error instanceof SignatureRefusal ? error.signedOver : '' });
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
