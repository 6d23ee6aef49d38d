import { expect, it } from 'vitest';
import { isLoopbackAddress } from './loopback-address.ts';

it.each([
  'http://localhost:8080/verify?number={number}',
  'http://console.localhost',
  'http://LOCALHOST./',
  'http://127.0.0.1:8080',
  'https://127.1/x',
  'http://2130706433',
  'http://0x7f.1',
  'http://[::1]:8080',
  'http://[::ffff:127.0.0.1]',
  'http://0.0.0.0:8080',
  'http://[::]',
])('%s leads to the machine that opens it', (address) => {
  expect(isLoopbackAddress(address)).toBe(true);
});

it.each([
  'https://notary.example/verify?number={number}',
  'http://192.168.1.20:8080',
  'http://10.0.0.1',
  'http://localhost.example',
  'http://notlocalhost',
  'https://127.0.0.1.example',
  'http://[2001:db8::1]',
  '',
  'localhost',
])('%s does not', (address) => {
  expect(isLoopbackAddress(address)).toBe(false);
});
