import { isIPv6 } from 'node:net';

/**
 * The key under which an address is counted: for IPv6 its /64, because one household or machine has all of it; for an IPv4-mapped address
 * the IPv4 address.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  // Expands `::` to zeros. The tail may end in an IPv4 address, which counts as two groups and is never among the first four.
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const behindGroups = behind.length + (behind.at(-1)?.includes('.') === true ? 1 : 0);
  const all =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - behindGroups)).fill('0'), ...behind];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
