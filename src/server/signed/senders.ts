import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endBody } from '../http/limits/body-end.ts';
import { revoked } from './refusal.ts';
import type { FindCredential } from './signature.ts';

/** Clients whose bodies are coming in. */
export interface Senders {
  /** Ends the body within seconds when the client's credentials end. */
  watch(appId: string, request: FastifyRequest, reply: FastifyReply): void;
  /** @throws IntakeRefusal 401 when its credentials have ended. */
  assertMay(appId: string): Promise<void>;
}

/** Asks every two seconds whether those who are sending still may. Most bodies are over by then, and nothing is asked. */
export function watchSenders(app: FastifyInstance, findCredential: FindCredential, everyMs = 2000): Senders {
  const sending = new Map<FastifyRequest, { readonly appId: string; readonly reply: FastifyReply; checks: number }>();
  const may = async (appId: string): Promise<boolean> => (await findCredential(appId))?.status === 'enabled';

  const checkSenders = async (): Promise<void> => {
    const asked = new Map<string, Promise<boolean>>();
    for (const [request, body] of sending) {
      const { raw } = request;
      if (raw.complete || raw.readableEnded || raw.destroyed) sending.delete(request);
      else if ((body.checks += 1) > 1 && !asked.has(body.appId)) asked.set(body.appId, may(body.appId));
    }
    for (const [appId, answer] of asked) {
      // A database that does not answer ends nobody: nothing is acknowledged without it either.
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
    async assertMay(appId) {
      if (!(await may(appId))) throw revoked();
    },
  };
}
