import { expect, it } from 'vitest';
import { addressKey, callerAddress, readAddress } from './address.ts';

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:5678', '1.2.3.4'],
  [' 1.2.3.4\t', '1.2.3.4'],
  ['"1.2.3.4"', '1.2.3.4'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:0DB8:0:0::0001', '2001:db8::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:1', 'fe80::1'],
  ['', null],
  ['unknown', null],
  ['_hidden', null],
  ['1.2.3', null],
  ['1.2.3.4:', null],
  ['01.2.3.4', null],
  ['[]', null],
  ['[2001:db8::1', null],
  ['1.2.3.4 5.6.7.8', null],
  ['x'.repeat(5000), null],
  [`${'1'.repeat(5000)}:1`, null],
])('reads %j as %j', (text, address) => {
  expect(readAddress(text)).toBe(address);
});

const caller = (forwarded: string | undefined, remoteAddress: string | undefined, isTrusted = true) =>
  callerAddress({
    ...(isTrusted ? { ips: [] } : {}),
    headers: { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  } as unknown as Parameters<typeof callerAddress>[0]);

it.each([
  ['what the proxy appended', '198.51.100.1, 192.0.2.7:5678', '192.0.2.7'],
  ['it among blanks', ' 198.51.100.1 ,,  [2001:db8::1]:443 ', '2001:db8::1'],
  ['the connection where the proxy appended nothing', '198.51.100.1, ', '10.0.0.1'],
  ['the connection where the proxy appended no address', '198.51.100.1, unknown', '10.0.0.1'],
  ['the connection for 5,000 characters', 'x'.repeat(5000), '10.0.0.1'],
  ['the connection without a header', undefined, '10.0.0.1'],
])('takes %s', (_what, forwarded, address) => {
  expect(caller(forwarded, '::ffff:10.0.0.1')).toBe(address);
});

it('takes the connection without a trusted proxy, and nothing of a closed one', () => {
  expect(caller('192.0.2.7', '::ffff:10.0.0.1', false)).toBe('10.0.0.1');
  expect(caller(undefined, undefined)).toBe('');
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:DB8:0:1::192.0.2.1', '2001:db8:0:1::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['1::3:4:5:6:7', '1:0:0:3::/64'],
  ['', ''],
])('counts %j as %j', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});
