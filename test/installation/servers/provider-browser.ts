import type { FastifyInstance } from 'fastify';
import { throughProvider, type RunningProvider } from './identity-provider.ts';

/** Where the provider's answers come to in these tests: `PUBLIC_URL` is `http://localhost`. */
export const redirectUri = 'http://localhost/oidc/callback';

/** What a browser does of a sign-in at the provider, before the app of a test. */
export function providerBrowser(installation: { readonly app: FastifyInstance }, provider: RunningProvider) {
  /** Where the browser is sent, and the cookie that it keeps. */
  async function begin(): Promise<{ location: string; cookie: string }> {
    const reply = await installation.app.inject({ url: '/oidc/start' });
    return { location: String(reply.headers.location), cookie: valueOf(linesOf(reply.headers['set-cookie']), 'oidc') };
  }
  /** Where the way back leads, and the token of the session, if there is one. */
  async function comeBack(address: string, cookie: string): Promise<{ location: string; token: string; lines: string[] }> {
    const { pathname, search } = new URL(address);
    const reply = await installation.app.inject({ url: pathname + search, headers: { cookie: `oidc=${cookie}` } });
    const lines = linesOf(reply.headers['set-cookie']);
    return { location: String(reply.headers.location), token: valueOf(lines, 'token'), lines };
  }
  async function answerTo(location: string): Promise<string> {
    return throughProvider(location, redirectUri);
  }
  /** All of it, with `user` before the browser; nobody when empty. */
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
