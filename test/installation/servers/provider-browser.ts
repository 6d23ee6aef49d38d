import type { FastifyInstance } from 'fastify';
import { throughProvider, type RunningProvider } from './identity-provider.ts';

/** The redirect address in these tests: `PUBLIC_URL` is `http://localhost`. */
export const redirectUri = 'http://localhost/oidc/callback';

/** The browser's part of a sign-in at the provider, for the app of a test. */
export function providerBrowser(installation: { readonly app: FastifyInstance }, provider: RunningProvider) {
  /** The address that the browser is sent to, and the cookie that it keeps. */
  async function begin(): Promise<{ location: string; cookie: string }> {
    const reply = await installation.app.inject({ url: '/oidc/start' });
    return { location: String(reply.headers.location), cookie: valueOf(linesOf(reply.headers['set-cookie']), 'oidc') };
  }
  /** The address of the redirect back, and the token of the session, if there is one. */
  async function comeBack(address: string, cookie: string): Promise<{ location: string; token: string; lines: string[] }> {
    const { pathname, search } = new URL(address);
    const reply = await installation.app.inject({ url: pathname + search, headers: { cookie: `oidc=${cookie}` } });
    const lines = linesOf(reply.headers['set-cookie']);
    return { location: String(reply.headers.location), token: valueOf(lines, 'token'), lines };
  }
  async function answerTo(location: string): Promise<string> {
    return throughProvider(location, redirectUri);
  }
  /** The complete sign-in, with `user` at the browser; nobody if empty. */
  async function signInThere(user: string) {
    await provider.set({ user });
    const { location, cookie } = await begin();
    return comeBack(await answerTo(location), cookie);
  }
  return { begin, comeBack, answerTo, signInThere };
}

function linesOf(header: unknown): string[] {
  return [header].flat().filter((line): line is string => typeof line === 'string');
}

function valueOf(lines: readonly string[], name: string): string {
  return lines.map((line) => new RegExp(`^${name}=([^;]*)`).exec(line)?.[1]).find(Boolean) ?? '';
}
