import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export interface Answer {
  /** In the order that connections try them. */
  readonly addresses: readonly string[];
  /** Who answered: name servers, `hosts` for names of this machine itself, `literal` for an address. */
  readonly from: string;
}

/**
 * Asks the name servers of this machine, past its hosts file. A name is asked for once, and what came stays for as long as this
 * resolver lives: a page cannot change the answer under our hands. An unknown name has no addresses.
 */
export function createResolver(ask: (host: string) => Promise<Answer> = askNameServers): (host: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (given) => {
    const host = given
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase();
    const answer = known.get(host) ?? (isIP(host) === 0 ? ask(host) : Promise.resolve({ addresses: [host], from: 'literal' }));
    known.set(host, answer);
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
