import { isLoopbackAddress } from '../../../domain/kit/text/loopback-address.ts';
import type { Config } from './config.ts';

type AddressConfig = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** The base URL under which others reach this server: PUBLIC_URL, else the address it listens on. Without a trailing slash. */
export function publicBaseOf({ publicUrl, host, port }: AddressConfig): string {
  // A wildcard address can be listened on but not opened.
  const reached = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return (publicUrl ?? `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`).replace(/\/+$/, '');
}

/** The problem with the address printed on certificates and in packages; null if other devices can open it. */
export function addressFault(config: AddressConfig & Pick<Config, 'production'>): string | null {
  const base = publicBaseOf(config);
  if (!isLoopbackAddress(base)) return null;
  const fault = `QR codes and addresses on certificates lead to ${base}, which no other device can open`;
  return config.production
    ? `${fault}. What is printed now can never be verified by its code: set PUBLIC_URL and restart before a certificate is given out.`
    : `${fault}; set PUBLIC_URL.`;
}

/** Names of the office's own sites: where others reach this server, and the name of its log. Without those of one machine only. */
export function ownHosts(config: AddressConfig & { readonly log: Pick<Config['log'], 'origin'> }): readonly string[] {
  const names = [new URL(publicBaseOf(config)).hostname, config.log.origin?.replace(/[/:].*$/s, '').toLowerCase() ?? ''];
  return [...new Set(names)].filter((name) => name !== '' && !isLoopbackAddress(`http://${name}`));
}
