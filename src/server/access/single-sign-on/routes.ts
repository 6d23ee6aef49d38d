import type { FastifyInstance, FastifyReply } from 'fastify';
import type { IdentityRefusal } from '../../../domain/business/codes/access.ts';
import { callerAddress } from '../../platform/http/limits/address.ts';
import { cookieName, cookieOf } from '../../../contract/wire.ts';
import { originOf } from '../../platform/http/origin.ts';
import { limitAddresses } from '../../platform/http/limits/rate.ts';
import { unstorableIn } from '../../../domain/kit/text/storable.ts';
import { pendingSeconds } from './pending-store.ts';
import type { createProviderSignIn } from './provider-sign-in.ts';
import { lineOf, logFault } from '../../platform/http/observed/call-facts.ts';

interface RouteDeps {
  readonly signIn: ReturnType<typeof createProviderSignIn>;
  readonly publicUrl: string | undefined;
  readonly perMinute: number;
}

/**
 * Two navigations: to the identity provider, and back from it. Errors redirect to the login page, which shows them. The token is set in the
 * same cookie that the console uses.
 */
export async function singleSignOnRoutes(app: FastifyInstance, { signIn, publicUrl, perMinute }: RouteDeps): Promise<void> {
  limitAddresses(app, perMinute);
  app.get('/oidc/start', async (request, reply) => {
    const origin = originOf(publicUrl, request);
    const { url, state } = await signIn.begin(`${origin}/oidc/callback`);
    const kept = cookie('oidc', state, origin, `HttpOnly; SameSite=Lax; Max-Age=${pendingSeconds}`);
    return reply.header('set-cookie', kept).redirect(url, 302);
  });
  app.get('/oidc/callback', async (request, reply) => {
    const origin = originOf(publicUrl, request);
    const url = new URL(request.url, origin === '' ? 'http://localhost' : origin);
    const forgotten = cookie('oidc', '', origin, 'HttpOnly; SameSite=Lax; Max-Age=0');
    if (unstorableIn(Object.fromEntries(url.searchParams))) return toLogin(reply, 'invalid', forgotten);
    const cookieState = cookieOf(request.headers.cookie ?? '', cookieName('oidc', isSecure(origin)));
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
    const note = (error: unknown) => request.log.warn({ ...lineOf(request), err: error }, 'sign-in at the identity provider');
    const outcome = await signIn.finish({ url, cookieState, ip: callerAddress(request), userAgent }, note);
    if ('refused' in outcome) return toLogin(reply, outcome.refused, forgotten);
    const token = cookie('token', outcome.token, origin, 'SameSite=Strict');
    return reply.header('set-cookie', [forgotten, token]).redirect('/', 302);
  });
  app.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
    if (error.statusCode === 429) return reply.status(429).type('text/plain; charset=utf-8').send('请求过于频繁，请稍后再试');
    logFault(request, error);
    return toLogin(reply, 'unreachable');
  });
}

function toLogin(reply: FastifyReply, refused: IdentityRefusal, forgotten?: string): FastifyReply {
  if (forgotten !== undefined) reply.header('set-cookie', forgotten);
  return reply.redirect(`/login?refused=${refused}`, 302);
}

function cookie(name: 'token' | 'oidc', value: string, origin: string, attributes: string): string {
  return `${cookieName(name, isSecure(origin))}=${value}; Path=/; ${attributes}${isSecure(origin) ? '; Secure' : ''}`;
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:');
}
