import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export interface Answer {
  /** In the order in which connections try them. */
  readonly addresses: readonly string[];
  /** The source: the name servers' addresses, `hosts` for localhost, `literal` for an IP address. */
  readonly from: string;
}

/**
 * Creates a resolver that asks this machine's name servers and bypasses its hosts file. It keeps each answer for its lifetime, so that a
 * page cannot change the answer between check and use (DNS rebinding). A failed look-up is no answer. An unknown name has no addresses.
 */
export function createResolver(ask: (host: string) => Promise<Answer> = askNameServers): (host: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (given) => {
    const host = given
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase();
    const held = known.get(host);
    if (held) return held;
    const answer = isIP(host) === 0 ? ask(host) : Promise.resolve({ addresses: [host], from: 'literal' });
    known.set(host, answer);
    answer.catch(() => known.delete(host));
    return answer;
  };
}

async function askNameServers(host: string): Promise<Answer> {
  if (host === 'localhost') return { addresses: (await lookup(host, { all: true })).map(({ address }) => address), from: 'hosts' };
  const resolver = new Resolver({ timeout: 4000, tries: 2 });
  const none = (): string[] => [];
  const [four, six] = await Promise.all([resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)]);
  return { addresses: [...four, ...six], from: resolver.getServers().join(', ') };
}
