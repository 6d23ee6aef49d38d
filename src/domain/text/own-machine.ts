/**
 * Whether an address leads whoever opens it to his own machine: right on the server itself, and nowhere else. False for what is no address.
 */
export function leadsToOwnMachine(address: string): boolean {
  // The parser has written every spelling of an address of numbers in one way.
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : '';
  return (
    /^(?:.+\.)?localhost$/.test(host) ||
    /^127(?:\.\d+){3}$/.test(host) ||
    ownAddresses.has(host) ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(host)
  );
}

/** Loopback, and what only says where to listen. */
const ownAddresses: ReadonlySet<string> = new Set(['[::1]', '0.0.0.0', '[::]', '[::ffff:0:0]']);
