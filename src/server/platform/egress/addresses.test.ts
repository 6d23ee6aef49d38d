import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { isPrivateAddress, isPrivateHost, isPrivateTo } from './addresses.ts';

it.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '64:ff9b::168.63.129.16',
  '::ffff:0:10.0.0.1',
  '::ffff:0:7f00:1',
  '::ffff:0:100.64.0.1',
  '64:ff9b:1::10.0.0.1',
  '64:ff9b:1:a00:1::',
  '64:ff9b:1::1.1.1.1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2606:4700::5efe:10.0.0.1',
  '2606:4700::200:5efe:192.168.1.1',
  '2002:a83f:8110::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001:db8::1',
  '',
  'nonsense',
  '1.2.3',
  '0x7f.1',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each([
  '1.1.1.1',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
  '2002:101:101::1',
  '168.63.129.17',
  '::ffff:0:1.1.1.1',
  '2606:4700::5efe:1.1.1.1',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

it('knows hosts that need no look-up, in every spelling that a URL takes', () => {
  for (const url of [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://db/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://１２７.0.0.1/',
  ]) {
    expect(isPrivateHost(new URL(url).hostname), url).toBe(true);
  }
  for (const url of ['http://www.example.com/', 'http://1.1.1.1/', 'http://localhost.example.com/', 'http://证据.中国/'])
    expect(isPrivateHost(new URL(url).hostname), url).toBe(false);
});

it('counts the machine’s own addresses among them, public ones too and in every spelling', () => {
  const own = ['1.1.1.1', '2606:4700::1111'];
  for (const address of [
    '1.1.1.1',
    '::ffff:1.1.1.1',
    '::ffff:0:1.1.1.1',
    '64:ff9b::1.1.1.1',
    '2002:101:101::1',
    '2606:4700::1111',
    '2606:4700:0:0:0:0:0:1111',
  ])
    expect(isPrivateTo(address, own), address).toBe(true);
  for (const address of ['1.0.0.1', '2606:4700::1001']) expect(isPrivateTo(address, own), address).toBe(false);
  for (const { address } of Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []))
    expect(isPrivateAddress(address), address).toBe(true);
});
