import { publishedKeysPath } from '../../../contract/open/published-keys.ts';
import { publicBaseOf } from '../../platform/runtime/public-address.ts';

type AddressConfig = Parameters<typeof publicBaseOf>[0];

/** Public addresses printed in certificates and packages. */
export interface PrintedAddresses {
  /** The verification page of this evidence. */
  readonly verifyUrl: string;
  /** The log, which also serves what packages are compared with. */
  readonly logUrl: string;
  /** The list of all keys that the office publishes. */
  readonly keysUrl: string;
}

export function printedAddresses(config: AddressConfig, number: string): PrintedAddresses {
  const base = publicBaseOf(config);
  return { verifyUrl: verifyUrlOf(config, number), logUrl: `${base}/log`, keysUrl: `${base}${publishedKeysPath}` };
}

/** Public address of the verification page for an evidence. */
export function verifyUrlOf(config: AddressConfig, number: string): string {
  return `${publicBaseOf(config)}/verify?number=${number}`;
}
