import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signatureHeaders } from '../../src/client/net/signature.ts';
import { BodyHash, credentialFinder, signatureVerifier } from '../../src/server/open/signed/signature.ts';
import { testApp } from '../installation/app.ts';
import { tool } from '../installation/tool.ts';
import { freePort } from '../installation/servers/running-server.ts';

const python = tool('python3');
const run = promisify(execFile);
const folder = join(import.meta.dirname, '../../docs/integrating');
const shape = z.strictObject({
  app_id: z.string(),
  security_key: z.string(),
  vectors: z.array(
    z.strictObject({
      name: z.string(),
      method: z.string(),
      target: z.string(),
      timestamp: z.string(),
      nonce: z.string(),
      content_type: z.string().optional(),
      algorithm: z.literal('HMAC-SM3').optional(),
      body: z.string(),
      content_sha256: z.string(),
      string_to_sign: z.string(),
      signature: z.string(),
    }),
  ),
});
const { vectors, ...key } = shape.parse(JSON.parse(await readFile(join(folder, 'signing-vectors.json'), 'utf8')));

const installation = testApp();
let scratch = '';
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'notary-vectors-'));
  await installation.db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '测试平台' })
    .execute();
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe.each(vectors)(
  '$name',
  ({ method, target, timestamp, nonce, content_type: type, algorithm, body, content_sha256: sha256, signature, ...vector }) => {
    it('is what the server takes', async () => {
      const headers = {
        'x-app-id': key.app_id,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-content-sha256': sha256,
        'x-signature': signature,
        'content-length': String(Buffer.byteLength(body)),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(algorithm === undefined ? {} : { 'x-signature-algorithm': algorithm }),
      };
      const verify = signatureVerifier(credentialFinder(installation.db), installation.db);
      const { contentSha256 } = await verify({ methods: [method], target, headers }, new Date(Number(timestamp) * 1000));
      const hash = new BodyHash(contentSha256);
      hash.resume().end(body);
      await new Promise((resolve) => hash.once('end', resolve));
      expect(() => hash.assert()).not.toThrow();
      expect(vector.string_to_sign).toBe([method, target, timestamp, nonce, sha256].join('\n'));
    });

    it.each([['bash and openssl', 'sign.sh'], ...(python.isMissing ? [] : [['Python', 'sign.py']])])(
      'is signed so by %s',
      async (_what, script) => {
        const file = join(scratch, 'body');
        await writeFile(file, body);
        const given = sha256 === 'UNSIGNED-PAYLOAD' ? [sha256] : body === '' ? [] : [file];
        const environment = { ...process.env, NOTARY_SECURITY_KEY: key.security_key, SIGNATURE_ALGORITHM: algorithm };
        const { stdout } = await run(join(folder, script), [method, target, timestamp, nonce, ...given], { env: environment });
        expect(stdout).toBe(`${sha256} ${signature}\n`);
      },
    );
  },
);

it('is signed so by the client, but for the nonce that it makes', () => {
  const credentials = { appId: key.app_id, securityKey: key.security_key };
  const [first] = vectors;
  const request = { method: 'GET', target: first?.target ?? '', contentSha256: first?.content_sha256 ?? '' };
  const headers = signatureHeaders(credentials, request, new Date(Number(first?.timestamp) * 1000));
  expect(headers).toMatchObject({ 'X-Timestamp': first?.timestamp, 'X-Nonce': expect.stringMatching(/^[0-9a-f]{32}$/) as string });
});

it.skipIf(python.isMissing)(`checks all vectors in Python at once, and names one that is another${python.note}`, async () => {
  const check = (path: string) => run('python3', [join(folder, 'sign.py'), '--vectors', path]);
  const { stdout } = await check(join(folder, 'signing-vectors.json'));
  expect(stdout.split('\n').filter((line) => line.startsWith('ok '))).toHaveLength(vectors.length);
  const [first, ...rest] = vectors;
  const altered = join(scratch, 'altered.json');
  await writeFile(altered, JSON.stringify({ ...key, vectors: [{ ...first, nonce: 'another' }, ...rest] }));
  await expect(check(altered)).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(`WRONG ${first?.name}`) as string });
});

it('calls a server with nothing but curl, openssl and the two files that /open/docs gives', async () => {
  const port = await freePort();
  await installation.app.listen({ port, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${port}`;
  for (const name of ['call.sh', 'sign.sh'])
    await writeFile(join(scratch, name), await (await fetch(`${base}/open/docs/${name}`)).text(), { mode: 0o644 });
  const environment = {
    ...process.env,
    NOTARY_BASE_URL: base,
    NOTARY_APP_ID: key.app_id,
    NOTARY_SECURITY_KEY: key.security_key,
  };
  const call = async (...words: string[]) => {
    const { stdout } = await run('bash', [join(scratch, 'call.sh'), ...words], { env: environment });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  expect(await call('GET', '/open/v1/me')).toMatchObject({ app_id: key.app_id, kind: 'platform' });
  const user = { unique_id: 'call-1', type: 1, mobile: '10000000001', name: '张三 100%' };
  const { user_id: id } = await call('POST', '/open/v1/users', JSON.stringify(user));
  expect(id).toMatch(/^\d+$/);
  await installation.db.updateTable('users').set({ status: 'approved' }).where('id', '=', String(id)).execute();
  const fields = ['-F', 'unique_id=call-2', '-F', `user_id=${String(id)}`, '-F', 'title=合同'];
  const poor = await call('POST', '/open/v1/evidence', ...fields, '-F', `file=@${join(folder, 'sign.py')}`);
  expect(poor).toMatchObject({ error: { code: 'points' } });
  expect(await call('GET', '/open/v1/events?type=user.*&limit=1')).toMatchObject({ list: expect.any(Array) as unknown });
});
