import { execFile } from 'node:child_process';
import { once as emitted } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, open, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tool } from '../../../../test/installation/tool.ts';
import { signerExtensions, sm2Keys, type Sm2Keys } from '../../../../test/installation/factories/sm2.ts';
import { readSm2Chain } from '../../../domain/proof/guomi/sm2-certificate.ts';
import { contentOf, verifySm2Cms } from '../../../domain/proof/guomi/sm2-cms.ts';
import { isWrittenAsOurs } from '../../../domain/proof/guomi/sm2-cms-write.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { once, signContent } from './sign-content.ts';
import { openSm2Signer } from './sm2-signer.ts';
import type { Sm2Signer } from './signer-port.ts';

const openssl = tool('openssl');
const python = tool('python3');
/** Whether a child process may read its parent's memory, which root may. */
const canScan = process.getuid?.() === 0 && existsSync('/proc/self/mem');
let keys: Sm2Keys;
let pem = '';
beforeAll(async () => {
  keys = await sm2Keys();
  pem = await keys.issue('office', null, signerExtensions);
  await keys.issue('other', null, signerExtensions);
});
afterAll(() => keys.remove());

function signerOf(SM2_SIGNER: string, seconds = '10'): Sm2Signer {
  const signer = openSm2Signer(readConfig({ SM2_SIGNER, SM2_SIGNER_TIMEOUT_SECONDS: seconds }));
  if (!signer) throw new Error('no signer');
  return signer;
}

function chain() {
  const [own, ...others] = readSm2Chain(pem) ?? [];
  if (!own) throw new Error('no certificate');
  return [own, ...others] as const;
}

const content = Buffer.from('content to be signed\n'.repeat(20_000));
const sign = (signer: Sm2Signer) => signContent(signer, chain(), once(content), 'user');

/** A command that runs the script. */
async function script(name: string, lines: string): Promise<string> {
  const path = keys.path(name);
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
  return `exec:${path}`;
}

describe.skipIf(openssl.isMissing)(`a signer that is a command${openssl.note}`, () => {
  it('signs by openssl, and its signatures are what openssl verifies', async () => {
    const { der, cms } = await sign(signerOf(keys.signer('office')));
    await writeFile(keys.path('content'), content);
    await writeFile(keys.path('content.sm2'), der);
    await keys.openssl('x509', '-in', 'office.pem', '-noout', '-pubkey', '-out', 'office.pub');
    const output = await keys.openssl(
      'dgst',
      '-sm3',
      '-verify',
      'office.pub',
      '-sigopt',
      'distid:1234567812345678',
      '-signature',
      'content.sm2',
      'content',
    );
    expect(output).toContain('Verified OK');
    const message = verifySm2Cms(cms, contentOf(content));
    expect(message.ok && isWrittenAsOurs(message.value, cms)).toBe(true);
  });

  it('keeps its key in a file that its owner alone reads', async () => {
    expect((await stat(keys.path('office.key'))).mode & 0o077).toBe(0);
  });

  it.skipIf(python.isMissing || !canScan)(`never has the private scalar in the memory of this process${python.note}`, async () => {
    for (let turn = 0; turn < 20; turn += 1) await sign(signerOf(keys.signer('office')));
    const [own] = chain();
    const point = Buffer.from(own.key.bytes).toString('hex');
    const words = [
      join(import.meta.dirname, '../../../../test/custody/scan-memory.py'),
      String(process.pid),
      keys.path('office.key'),
      point,
    ];
    const { stdout } = await promisify(execFile)('python3', words);
    expect(stdout).toMatch(/^point=[1-9]\d* raw=0 reversed=0 hex=0 pem=0\n$/);
  });

  it('signs for another user before the rest of what one user waits for', async () => {
    const signer = signerOf(await script('slow', `cat >> ${keys.path('order')}; sleep 0.2; exit 1`));
    const asked = [...Array.from({ length: 12 }, () => 'one'), 'other'];
    await Promise.allSettled(asked.map((user) => signer.sign(once(Buffer.from(`${user}\n`)), user)));
    const order = (await readFile(keys.path('order'), 'utf8')).trim().split('\n');
    expect(order).toHaveLength(asked.length);
    expect(order.indexOf('other')).toBeLessThan(8);
  });

  it('refuses the signature of another key', async () => {
    await expect(sign(signerOf(keys.signer('other')))).rejects.toMatchObject({ kind: 'wrong-signature' });
  });

  it('tells what went wrong, without the environment of the server', async () => {
    await expect(sign(signerOf('exec:/nowhere/signer'))).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(sign(signerOf(await script('fails', 'echo no token in the slot >&2; exit 3')))).rejects.toThrow(
      'ended with 3: no token in the slot',
    );
    await expect(sign(signerOf(await script('silent', 'cat > /dev/null')))).rejects.toMatchObject({ kind: 'malformed' });
    await expect(sign(signerOf(await script('endless', 'yes')))).rejects.toMatchObject({ kind: 'malformed' });
    await expect(sign(signerOf(await script('hangs', 'exec sleep 600'), '1'))).rejects.toMatchObject({ kind: 'late' });
    process.env['SM2_TEST_SECRET'] = 'a secret of the server';
    await expect(sign(signerOf(await script('tells', 'cat > /dev/null; env >&2; exit 1')))).rejects.not.toThrow('a secret of the server');
    delete process.env['SM2_TEST_SECRET'];
  });
});

it.each(['exec:/nowhere/signer', 'http://127.0.0.1:1/sign'])('%s, which cannot be reached, leaves no file open', async (address) => {
  await writeFile(keys.path('unread'), content);
  const file = await open(keys.path('unread'));
  await expect(signContent(signerOf(address), chain(), file.createReadStream(), 'user')).rejects.toMatchObject({ kind: 'unreachable' });
  await expect.poll(() => file.fd).toBe(-1);
});

describe('a signer behind HTTP', () => {
  async function served<Result>(answer: RequestListener, use: (url: string) => Promise<Result>): Promise<Result> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await emitted(server, 'listening');
    const address = server.address();
    try {
      return await use(`http://office:p%40ss@127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/sign`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it.skipIf(openssl.isMissing)(`signs what is posted${openssl.note}`, async () => {
    const behind = signerOf(keys.signer('office'));
    let authorization: string | undefined;
    const made = await served(
      (request, response) => {
        authorization = request.headers.authorization;
        behind.sign(request, 'user').then(
          (der) => response.end(der),
          () => response.destroy(),
        );
      },
      (url) => sign(signerOf(url)),
    );
    expect(authorization).toBe(`Basic ${Buffer.from('office:p@ss').toString('base64')}`);
    expect(verifySm2Cms(made.cms, contentOf(content)).ok).toBe(true);
  });

  it.each<[string, RequestListener, string]>([
    ['a failure', (request, response) => void request.resume().on('end', () => response.writeHead(503).end()), 'failed'],
    ['nothing', (request, response) => void request.resume().on('end', () => response.end()), 'malformed'],
    ['too much', (request, response) => void request.resume().on('end', () => response.end(Buffer.alloc(4096))), 'malformed'],
    ['too late', (request) => void request.resume(), 'late'],
    ['no end', (request) => void request.destroy(), 'unreachable'],
  ])('refuses %s, and tells no address', async (_what, answer, kind) => {
    const refusal = served(answer, (url) => sign(signerOf(url, '1')));
    await expect(refusal).rejects.toMatchObject({ kind, message: expect.not.stringContaining('p@ss') as string });
  });
});

it.each(['exec:', 'ftp://signer', 'openssl dgst'])('does not start with SM2_SIGNER=%s', (SM2_SIGNER) => {
  expect(() => readConfig({ SM2_SIGNER })).toThrow('SM2_SIGNER');
});

it('reads two authorities, the second of SM2', () => {
  const { timestamps } = readConfig({ TSA_URL: 'https://one.example/tsr https://two.example/tsr' });
  expect(timestamps).toMatchObject({ url: 'https://one.example/tsr', sm2Url: 'https://two.example/tsr' });
  expect(readConfig({ TSA_URL: 'https://one.example/tsr?a=1,2' }).timestamps).toMatchObject({ sm2Url: null });
  expect(() => readConfig({ TSA_URL: 'https://one.example https://two.example https://three.example' })).toThrow('TSA_URL');
});
