import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Whether an address is outside the public internet (private, loopback, link-local, metadata services, documentation, multicast, reserved)
 * or one of this machine's own, since no firewall protects a machine from itself. Text that is no address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  return isPrivateTo(address, ownAddresses());
}

/** As `isPrivateAddress`, for a machine with the addresses `own`. */
export function isPrivateTo(address: string, own: readonly string[]): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  const machine = new BlockList();
  for (const one of own) if (isIP(one) !== 0) machine.addAddress(one, isIP(one) === 4 ? 'ipv4' : 'ipv6');
  const isInside = (at: string, family: 'ipv4' | 'ipv6') => blocked.check(at, family) || machine.check(at, family);
  if (version === 4) return isInside(address, 'ipv4');
  return isInside(address, 'ipv6') || embeddedIpv4(address).some((embedded) => isInside(embedded, 'ipv4'));
}

/** Read at each call, because a machine's addresses change. Without the zone, which a URL may leave out. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address.split('%', 1)[0] ?? ''));
}

/**
 * Whether a URL's host is refused without a DNS query: a literal private address, or a name of this machine or its local network.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes('.') || privateNames.test(host);
}

const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|localdomain)$/;

/**
 * Source: IANA special-purpose address registries (RFC 6890 and successors). The metadata services of clouds are in 169.254/16; one,
 * 100.100.100.200, is in 100.64/10; Azure's, 168.63.129.16, is among public addresses. 64:ff9b:1::/48 is local-use NAT64 (RFC 8215).
 * 2001::/23 includes Teredo, 2001::/32.
 */
const blocked = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  blocked.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  blocked.addSubnet(net, bits, 'ipv6');

/**
 * The IPv4 addresses embedded in an IPv6 address: mapped (::ffff:0:0/96), translated (SIIT, ::ffff:0:0:0/96), compatible (::/96), NAT64
 * (64:ff9b::/96), ISATAP (an interface of 0:5efe or 200:5efe, under any prefix) and 6to4 (2002::/16).
 */
function embeddedIpv4(address: string): string[] {
  const groups = groupsOf(address);
  const [a = 0, b = 0, c = 0, , e = 0, f = 0, g = 0, h = 0] = groups;
  const quad = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const isZero = (until: number) => groups.slice(0, until).every((group) => group === 0);
  const isPlain = (isZero(5) && (f === 0 || f === 0xffff)) || (isZero(4) && e === 0xffff && f === 0);
  const isTranslated = a === 0x64 && b === 0xff9b;
  const isIsatap = (e === 0 || e === 0x200) && f === 0x5efe;
  return [...(a === 0x2002 ? [quad(b, c)] : []), ...(isPlain || isTranslated || isIsatap ? [quad(g, h)] : [])];
}

/** The eight 16-bit groups of an address that `isIP` accepted as IPv6. */
function groupsOf(address: string): number[] {
  const host = new URL(`http://[${address.split('%', 1)[0] ?? ''}]`).hostname.slice(1, -1);
  const [head = '', tail] = host.split('::');
  const numbers = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [numbers(head), tail === undefined ? [] : numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}
