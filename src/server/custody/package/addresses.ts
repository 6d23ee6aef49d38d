import { publishedKeysPath } from '../../../contract/open/published-keys.ts';
import { publicBaseOf } from '../../runtime/public-address.ts';

type AddressConfig = Parameters<typeof publicBaseOf>[0];

/** What certificates and packages print: how the outside reaches the office. */
export interface PrintedAddresses {
  /** The verification page of this evidence. */
  readonly verifyUrl: string;
  /** The log, and beside it what is to be compared with a package. */
  readonly logUrl: string;
  /** All keys that the office publishes. */
  readonly keysUrl: string;
}

export function printedAddresses(config: AddressConfig, number: string): PrintedAddresses {
  const base = publicBaseOf(config);
  return { verifyUrl: verifyUrlOf(config, number), logUrl: `${base}/log`, keysUrl: `${base}${publishedKeysPath}` };
}

/** How the outside reaches the verification page. */
export function verifyUrlOf(config: AddressConfig, number: string): string {
  return `${publicBaseOf(config)}/verify?number=${number}`;
}
