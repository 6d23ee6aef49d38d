import { BlockList, isIP } from 'node:net';

/** Whether an address lies outside the public internet: private, loopback, link-local, metadata services, documentation, multicast, reserved. Hostile text counts as such. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  if (version === 4) return blocked.check(address, 'ipv4');
  const embedded = embeddedIpv4(address);
  return blocked.check(address, 'ipv6') || (embedded !== null && blocked.check(embedded, 'ipv4'));
}

/** Whether a URL's host needs no look-up to be refused: a literal address of those, or a name that stands for this machine or its network. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '').toLowerCase();
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes('.') || privateNames.test(host);
}

const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|localdomain)$/;

/** Source: IANA special-purpose address registries (RFC 6890 and successors). 169.254/16 holds the metadata services of clouds; 100.100.100.200, one of them, lies in 100.64/10. */
const blocked = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24],
  ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const) blocked.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 128], ['::1', 128], ['100::', 64], ['2001::', 23], ['2001:db8::', 32], ['3fff::', 20], ['5f00::', 16], ['fc00::', 7], ['fe80::', 10], ['fec0::', 10], ['ff00::', 8],
] as const) blocked.addSubnet(net, bits, 'ipv6');

/** The IPv4 address that an IPv6 one leads to: mapped (::ffff:0:0/96), compatible (::/96), NAT64 (64:ff9b::/96) or 6to4 (2002::/16). */
function embeddedIpv4(address: string): string | null {
  const groups = groupsOf(address);
  const [a = 0, b = 0, c = 0] = groups;
  const quad = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (a === 0x2002) return quad(b, c);
  const leads = groups.slice(0, 6);
  const isPlain = leads.slice(0, 5).every((group) => group === 0) && (leads[5] === 0 || leads[5] === 0xffff);
  const isTranslated = a === 0x64 && b === 0xff9b;
  return isPlain || isTranslated ? quad(groups[6] ?? 0, groups[7] ?? 0) : null;
}

/** The eight numbers of an address that `isIP` took for IPv6. */
function groupsOf(address: string): number[] {
  const host = new URL(`http://[${address.split('%', 1)[0] ?? ''}]`).hostname.slice(1, -1);
  const [head = '', tail] = host.split('::');
  const numbers = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [numbers(head), tail === undefined ? [] : numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}
