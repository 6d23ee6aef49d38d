import type { FastifyRequest } from 'fastify';
import { isIP, isIPv6, SocketAddress } from 'node:net';

/**
 * The address of the caller, in one spelling: what the trusted proxy appended to `X-Forwarded-For`, else the address of the connection.
 * Entries further left came from outside and may be forged. Empty if the connection is already closed.
 */
export function callerAddress({ ips, headers, socket }: Pick<FastifyRequest, 'ips' | 'headers' | 'socket'>): string {
  // The framework fills in `ips` only where a proxy is trusted. It skips blank entries, so it would take a forged one before a blank one.
  const appended =
    ips === undefined
      ? ''
      : String(headers['x-forwarded-for'] ?? '')
          .split(',')
          .at(-1);
  return readAddress(appended ?? '') ?? readAddress(socket.remoteAddress ?? '') ?? '';
}

/** The key under which a caller is counted, by the limits and by the lock of sign-ins alike. */
export function callerKey(request: Parameters<typeof callerAddress>[0]): string {
  return addressKey(callerAddress(request));
}

/** An address without quotes, port, brackets and zone, compressed, lower-case; IPv4 where it is mapped to IPv6. Null if it is none. */
export function readAddress(text: string): string | null {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const host = /^\[(.*)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare;
  const [address = ''] = host.split('%');
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : null;
  const compressed = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(compressed)?.[1] ?? compressed;
}

/** For IPv6 its /64, because one household or machine has all of it; for IPv4 the address. @param ip as `readAddress` returns it. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
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
