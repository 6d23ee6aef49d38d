import { parseUrl } from './parse-url.ts';

/** Whether an address refers to the reader's own machine, which is only correct on the server itself. False for an invalid address. */
export function isLoopbackAddress(address: string): boolean {
  // The URL parser normalises every form of a numeric address.
  const host = parseUrl(address)?.hostname.replace(/\.$/, '') ?? '';
  return (
    /^(?:.+\.)?localhost$/.test(host) ||
    /^127(?:\.\d+){3}$/.test(host) ||
    ownAddresses.has(host) ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(host)
  );
}

/** Loopback, and addresses that only mean "listen on all". */
const ownAddresses: ReadonlySet<string> = new Set(['[::1]', '0.0.0.0', '[::]', '[::ffff:0:0]']);
