import { expect, it } from 'vitest';
import { endpointOf } from './endpoint.ts';

it('takes credentials out of an address into a header, decoded, in UTF-8', () => {
  const { url, headers } = endpointOf('https://office:p%40ss%3A%E5%AF%86@tsa.example/tsr?x=1', 'TSA_URL');
  expect(url).toBe('https://tsa.example/tsr?x=1');
  expect(headers).toEqual({ authorization: `Basic ${Buffer.from('office:p@ss:密').toString('base64')}` });
  expect(endpointOf('https://tsa.example/tsr', 'TSA_URL')).toMatchObject({ url: 'https://tsa.example/tsr', headers: {} });
  expect(endpointOf('https://office:100%@tsa.example/', 'TSA_URL').headers['authorization']).toBe(
    `Basic ${Buffer.from('office:100%').toString('base64')}`,
  );
});

it.each([
  ['the whole address', 'cannot fetch https://office:p%40ssword@tsa.example/key/abc', 'cannot fetch TSA_URL'],
  ['the address without credentials', 'POST https://tsa.example/key/abc failed', 'POST TSA_URL failed'],
  ['the password as it stands', 'user office, password p%40ssword', 'user office, password ***'],
  ['the password decoded', 'user office, password p@ssword', 'user office, password ***'],
  ['the header', `authorization: Basic ${Buffer.from('office:p@ssword').toString('base64')}`, 'authorization: Basic ***'],
])('conceals %s', (_what, text, expected) => {
  expect(endpointOf('https://office:p%40ssword@tsa.example/key/abc', 'TSA_URL').conceal(text)).toBe(expected);
});
