/**
 * Whether an address leads its reader to their own machine, which is right on the server itself alone. False for what is no address.
 */
export function leadsToOwnMachine(address: string): boolean {
  // The URL parser normalises every spelling of a numeric address.
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : '';
  return (
    /^(?:.+\.)?localhost$/.test(host) ||
    /^127(?:\.\d+){3}$/.test(host) ||
    ownAddresses.has(host) ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(host)
  );
}

/** Loopback, and addresses that only mean "listen on all". */
const ownAddresses: ReadonlySet<string> = new Set(['[::1]', '0.0.0.0', '[::]', '[::ffff:0:0]']);
