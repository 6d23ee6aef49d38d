import { expect, it } from 'vitest';
import { addressFault, ownHosts, publicBaseOf } from './public-address.ts';

const listening = { publicUrl: undefined, host: '127.0.0.1', port: 8080, production: false };

it('is PUBLIC_URL, else where the server listens', () => {
  expect(publicBaseOf({ ...listening, publicUrl: 'https://notary.example/' })).toBe('https://notary.example');
  expect(publicBaseOf({ ...listening, host: '0.0.0.0' })).toBe('http://localhost:8080');
  expect(publicBaseOf({ ...listening, host: '192.168.1.20' })).toBe('http://192.168.1.20:8080');
  expect(publicBaseOf({ ...listening, host: '::1' })).toBe('http://[::1]:8080');
});

it('is told to be wrong when it leads to the machine itself, louder in production, and names what to set', () => {
  expect(addressFault(listening)).toBe(
    'QR codes and addresses on certificates lead to http://127.0.0.1:8080, which no other device can open; set PUBLIC_URL.',
  );
  expect(addressFault({ ...listening, host: '0.0.0.0' })).toContain('http://localhost:8080');
  expect(addressFault({ ...listening, publicUrl: 'http://localhost:3000', production: true })).toMatch(
    /localhost:3000.*can never be verified by its code: set PUBLIC_URL/,
  );
  expect(addressFault({ ...listening, publicUrl: 'https://notary.example' })).toBeNull();
  expect(addressFault({ ...listening, host: '192.168.1.20' })).toBeNull();
});

it('names the own sites of the office, and not this machine', () => {
  const log = { origin: undefined };
  expect(ownHosts({ ...listening, log })).toEqual([]);
  expect(ownHosts({ ...listening, publicUrl: 'https://Notary.example:8443/', log })).toEqual(['notary.example']);
  expect(ownHosts({ ...listening, publicUrl: 'https://notary.example', log: { origin: 'log.example:90/log' } })).toEqual([
    'notary.example',
    'log.example',
  ]);
  expect(ownHosts({ ...listening, publicUrl: 'https://notary.example', log: { origin: 'notary.example/log' } })).toEqual([
    'notary.example',
  ]);
});
