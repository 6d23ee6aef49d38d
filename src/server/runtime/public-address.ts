import { leadsToOwnMachine } from '../../domain/text/own-machine.ts';
import type { Config } from './config.ts';

type AddressConfig = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** How the outside reaches this server: PUBLIC_URL, else what it listens on. Without a slash at its end. */
export function publicBaseOf({ publicUrl, host, port }: AddressConfig): string {
  // An address that only says where to listen leads nowhere.
  const reached = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return (publicUrl ?? `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`).replace(/\/+$/, '');
}

/** What is wrong with the address that certificates and packages print; null when others can open it. */
export function addressFault(config: AddressConfig & Pick<Config, 'production'>): string | null {
  const base = publicBaseOf(config);
  if (!leadsToOwnMachine(base)) return null;
  const fault = `QR codes and addresses on certificates lead to ${base}, which no other device can open`;
  return config.production
    ? `${fault}. What is printed now can never be verified by its code: set PUBLIC_URL and restart before a certificate is given out.`
    : `${fault}; set PUBLIC_URL.`;
}
