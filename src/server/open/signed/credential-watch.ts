import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endBody } from '../../platform/http/limits/body-end.ts';
import { revoked } from './refusal.ts';
import type { FindCredential } from './signature.ts';

/** Watches the clients whose request bodies are being received. */
export interface Senders {
  /** Aborts the body within seconds if the client's credentials are revoked. */
  watch(appId: string, request: FastifyRequest, reply: FastifyReply): void;
  /** @throws IntakeRefusal 401 if the client's credentials are revoked. */
  assertEnabled(appId: string): Promise<void>;
}

/** Checks the credentials of sending clients every two seconds. Most bodies are complete before their first check, so few queries run. */
export function watchCredentials(app: FastifyInstance, findCredential: FindCredential, everyMs = 2000): Senders {
  const sending = new Map<FastifyRequest, { readonly appId: string; readonly reply: FastifyReply; checks: number }>();
  const isEnabled = async (appId: string): Promise<boolean> => (await findCredential(appId))?.status === 'enabled';

  const checkSenders = async (): Promise<void> => {
    const asked = new Map<string, Promise<boolean>>();
    for (const [request, body] of sending) {
      const { raw } = request;
      if (raw.complete || raw.readableEnded || raw.destroyed) sending.delete(request);
      else if ((body.checks += 1) > 1 && !asked.has(body.appId)) asked.set(body.appId, isEnabled(body.appId));
    }
    for (const [appId, answer] of asked) {
      // If the database does not answer, no body is aborted; without it nothing is acknowledged either.
      if (await answer.catch(() => true)) continue;
      for (const [request, body] of sending) if (body.appId === appId) endBody(request.raw, body.reply.raw, 'revoked');
    }
  };
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void checkSenders().finally(() => (isChecking = false));
  }, everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  return {
    watch: (appId, request, reply) => void sending.set(request, { appId, reply, checks: 0 }),
    async assertEnabled(appId) {
      if (!(await isEnabled(appId))) throw revoked();
    },
  };
}
