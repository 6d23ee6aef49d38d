import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The state of the provider; `user` is the person at the browser, nobody if empty. */
export interface ProviderState {
  readonly user?: string;
  readonly verified?: unknown;
  /** Claims that an answer has instead; 'absent' leaves one out. */
  readonly said?: { readonly id_token?: Readonly<Record<string, unknown>>; readonly userinfo?: Readonly<Record<string, unknown>> };
  readonly disabled?: readonly string[];
  /** Life of an access token. */
  readonly seconds?: number;
  /** It answers 503. */
  readonly isAway?: boolean;
}

/** Starts a provider on loopback, in a process of its own, with one client. */
export async function startIdentityProvider() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'identity-provider.mjs')], {
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  if (typeof first[0] !== 'string') throw new Error(`the identity provider did not start: ${complaints}`);
  const { issuer } = JSON.parse(first[0]) as { issuer: string };
  return {
    issuer,
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'secret-of-the-console' },
    /** Changes its state from now on. @returns the number of requests so far. */
    async set(state: ProviderState): Promise<{ userinfo: number; token: number }> {
      const reply = await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(state) });
      return (await reply.json()) as { userinfo: number; token: number };
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}
export type RunningProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** Opens an address of the provider as a browser would. @returns the address that it redirects back to. */
export async function throughProvider(start: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = start;
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = reply.headers.get('location');
    if (location === null) throw new Error(`${address} answers ${reply.status}: ${await reply.text()}`);
    address = new URL(location, address).href;
    if (address.startsWith(redirectUri)) return address;
  }
  throw new Error(`${start} leads in a circle`);
}
