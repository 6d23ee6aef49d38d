import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  hang,
  redirect,
  refuse,
  reset,
  type Receiver,
  webhookReceivers,
} from '../../../../../test/installation/servers/webhook-receiver.ts';
import { isPrivateAddress } from '../../../platform/egress/addresses.ts';
import { makeAttempt, type Reach } from './attempt.ts';

const startReceiver = webhookReceivers();
/** Treats 127.0.0.1 as public; other addresses are judged as usual. */
const publicHere = (address: string): boolean => address !== '127.0.0.1' && isPrivateAddress(address);
const resolvesTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve({ addresses, from: 'test' });
const never = new AbortController().signal;
const within: Reach = { allowPrivate: true, resolve: resolvesTo('127.0.0.1'), isPrivate: isPrivateAddress, timeoutMs: 15_000 };
const post = (url: string, reach: Partial<Reach> = {}) =>
  makeAttempt({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"a":"值"}' }, { ...within, ...reach }, never);

describe('an answer', () => {
  let receiver: Receiver;
  beforeAll(async () => (receiver = await startReceiver()));

  it('of 2xx is a success, and its first 4 KB are kept', async () => {
    receiver.answer((response) => response.writeHead(204).end());
    expect(await post(receiver.origin)).toMatchObject({ succeeded: true, httpStatus: 204, error: null, answer: '' });
    receiver.answer((response) => response.writeHead(201).end(`\u0000${'x'.repeat(5000)}`));
    const { succeeded, answer } = await post(`${receiver.origin}/hook?a=b`);
    expect([succeeded, answer]).toEqual([true, `\uFFFD${'x'.repeat(4095)}`]);
    expect(receiver.received.at(-1)).toMatchObject({ id: 'evt_1', path: '/hook?a=b', body: '{"a":"值"}' });
  });

  it('of any other status is a failure, a redirect among them, which nobody follows', async () => {
    receiver.answer(refuse);
    expect(await post(receiver.origin)).toMatchObject({
      succeeded: false,
      httpStatus: 500,
      answer: 'broken',
      error: expect.stringMatching(/^status: answered 500/),
    });
    receiver.answer(redirect);
    const before = receiver.received.length;
    expect(await post(receiver.origin)).toMatchObject({ httpStatus: 302, error: expect.stringMatching(/^redirect: answered 302/) });
    expect(receiver.received.length).toBe(before + 1);
  });

  it('is read to 64 KB, however long it is', async () => {
    let sent = 0;
    receiver.answer((response) => {
      const more = (): void => {
        sent += 65_536;
        if (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) setImmediate(more);
      };
      response.on('drain', more);
      response.writeHead(200);
      more();
    });
    expect(await post(receiver.origin)).toMatchObject({ succeeded: true, answer: 'x'.repeat(4096) });
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('that does not come in time, or ends before its end, is a failure with its reason', async () => {
    receiver.answer(hang);
    expect(await post(receiver.origin, { timeoutMs: 200 })).toMatchObject({
      succeeded: false,
      httpStatus: null,
      error: expect.stringMatching(/^timeout: /),
    });
    receiver.answer((response) => response.writeHead(200).write('begun'));
    expect(await post(receiver.origin, { timeoutMs: 300 })).toMatchObject({
      httpStatus: 200,
      answer: 'begun',
      error: expect.stringMatching(/^timeout: /),
    });
    receiver.answer(reset);
    expect(await post(receiver.origin)).toMatchObject({ httpStatus: null, error: 'connection: ended before the answer did' });
    receiver.answer((_response, _message, { socket }) => socket.end('no http at all\r\n\r\n'));
    expect(await post(receiver.origin)).toMatchObject({ error: expect.stringMatching(/^answer: cannot be read/) });
  });

  it('asks for time with 429 or 503, in seconds or as a date', async () => {
    const asks = async (status: number, after: string) => {
      receiver.answer((response) => response.writeHead(status, { 'retry-after': after }).end());
      return (await post(receiver.origin)).retryAfterMs;
    };
    expect(await asks(429, '7')).toBe(7000);
    expect(await asks(503, new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50_000);
    expect(await asks(503, 'soon')).toBeNull();
    expect(await asks(500, '7')).toBeNull();
  });
});

describe('an address', () => {
  let receiver: Receiver;
  beforeAll(async () => (receiver = await startReceiver()));

  it.each([
    ['a literal', 'https://127.0.0.1/', {}],
    ['a name that means this network', 'https://printer.local/', {}],
    ['a name that leads there', 'https://a.example.com/', {}],
    ['one of several addresses', 'https://a.example.com/', { resolve: resolvesTo('1.1.1.1', '10.0.0.1') }],
    ['an IPv6 spelling', 'https://a.example.com/', { resolve: resolvesTo('::ffff:10.0.0.1') }],
  ])('that is private is never connected to: %s', async (_what, url, reach) => {
    expect(await post(url, { allowPrivate: false, ...reach })).toMatchObject({ error: 'address: leads into a private network' });
  });

  it('is looked up once, and what was checked is what is connected to, whatever the name leads to then', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let asked = 0;
    const resolve = () => Promise.resolve({ addresses: answers[asked++] ?? ['10.0.0.1'], from: 'test' });
    const url = receiver.origin.replace('127.0.0.1', 'rebinding.example.com').replace('http:', 'https:');
    // The receiver speaks no TLS, so the failed handshake shows that the checked address was reached.
    expect(await post(url, { allowPrivate: false, isPrivate: publicHere, resolve })).toMatchObject({
      error: expect.stringMatching(/^tls: /),
    });
    expect(asked).toBe(1);
    expect(await post(url, { allowPrivate: false, isPrivate: publicHere, resolve })).toMatchObject({
      error: expect.stringMatching(/^address: /),
    });
    expect(asked).toBe(2);
  });

  it('needs TLS where private ones are not allowed, a name that leads somewhere, and a port where somebody listens', async () => {
    expect(await post('http://example.com/', { allowPrivate: false })).toMatchObject({ error: 'address: is not https' });
    expect(await post('https://nowhere.example.com/', { resolve: resolvesTo() })).toMatchObject({ error: 'dns: the name has no address' });
    receiver.close();
    expect(await post(receiver.origin)).toMatchObject({ error: 'connection: refused' });
  });
});

describe('TLS', () => {
  it('is verified against the name, by an authority that is known', async () => {
    const { ca, cert, key } = await certificateFor('hook.example.com');
    const receiver = await startReceiver({ cert, key });
    const named = (name: string) => receiver.origin.replace('127.0.0.1', name);
    expect(await post(named('hook.example.com'), { ca })).toMatchObject({ succeeded: true });
    expect(await post(named('other.example.com'), { ca })).toMatchObject({ error: 'tls: the certificate does not fit the name' });
    expect(await post(named('hook.example.com'))).toMatchObject({
      error: expect.stringMatching(/^tls: the certificate is of no known authority/),
    });
    expect(receiver.received).toHaveLength(1);
  });
});

/** Makes a certificate under its own authority, with openssl. */
async function certificateFor(name: string): Promise<{ ca: string; cert: string; key: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-receiver-'));
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  try {
    await openssl('req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Test Root');
    await openssl('req', ...key.slice(0, -2), '-keyout', 'own.key', '-out', 'own.csr', '-subj', `/CN=${name}`);
    await writeFile(join(folder, 'own.ext'), `subjectAltName=DNS:${name}\nbasicConstraints=CA:FALSE\n`);
    const authority = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '30', '-extfile', 'own.ext'];
    await openssl('x509', '-req', '-in', 'own.csr', '-out', 'own.pem', ...authority);
    const [ca = '', cert = '', own = ''] = await Promise.all(
      ['root.pem', 'own.pem', 'own.key'].map((file) => readFile(join(folder, file), 'utf8')),
    );
    return { ca, cert, key: own };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
