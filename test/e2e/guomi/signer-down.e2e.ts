import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipartBody, signedHeaders } from '../../installation/intake.ts';
import { distinguished, signerExtensions, sm2Keys, type Sm2Keys } from '../../installation/factories/sm2.ts';
import { startServer, type RunningServer } from '../../installation/servers/running-server.ts';
import { readExactZip } from '../../../src/domain/kit/zip/exact-zip.ts';
import { grant } from '../../../src/server/business/points/ledger.ts';
import { withZipFile } from '../../../src/server/platform/zip/zip-file.ts';
import type { Key } from '../intake-client.ts';
import { addPlatform, inDatabase } from '../platform.ts';

/** Server, database and signer are real. The hour passes only in the database, whose clock determines when signatures are due. */
describe('an SM2 signer that is down for an hour', () => {
  let keys: Sm2Keys;
  let signer: Server;
  let server: RunningServer | undefined;
  let key: Key;
  let userId: string;
  let isUp = true;
  let refused = 0;
  beforeAll(async () => {
    keys = await sm2Keys();
    const pem = await keys.issue('office', null, signerExtensions);
    let last: Promise<unknown> = Promise.resolve();
    signer = createServer((request, response) => {
      const answer = async () => {
        await writeFile(keys.path('content'), Buffer.concat(await request.toArray()));
        if (!isUp) {
          refused += 1;
          return response.writeHead(503).end();
        }
        const words = ['dgst', '-sm3', '-sign', keys.path('office.key'), '-sigopt', distinguished, keys.path('content')];
        const { stdout } = await promisify(execFile)('openssl', words, { encoding: 'buffer' });
        return response.writeHead(200).end(stdout);
      };
      // One after the other, because they share a file.
      last = last.then(answer).catch(() => response.destroy());
    });
    signer.listen(0, '127.0.0.1');
    await once(signer, 'listening');
    server = await startServer({ DEMO: '0', SM2_SIGNER: `http://127.0.0.1:${(signer.address() as AddressInfo).port}/` });
    await inDatabase(server.dataDir, async (db) => {
      ({ key, userId } = await addPlatform(db));
      await db.transaction().execute((tx) => grant(tx, { userId, points: 1000, source: 'giftTest', reference: 'test' }));
    });
    await writeFile(keys.path('chain.pem'), pem);
    await server.admin('office', 'sm2', 'import', '--chain', keys.path('chain.pem'));
  });
  afterAll(async () => {
    await server?.stop();
    signer?.closeAllConnections();
    signer?.close();
    await keys?.remove();
  });

  it('keeps no certificate waiting, is told of on the metrics, and the second track follows by itself', async () => {
    // The first package is requested once the log contains the certificate.
    await expect.poll(async () => (await namesIn(await evidence())).includes('office-sm2.pem'), polling).toBe(true);
    isUp = false;
    const number = await evidence();
    const without = await namesIn(number);
    expect(without).toEqual(expect.arrayContaining(['certificate.pdf', 'office-sm2.pem', 'SM3SUMS']));
    expect(without.filter((name) => /\.sm2(?:\.p7s)?$/.test(name))).toEqual([]);
    expect(await waiting()).toEqual([1, expect.any(Number)]);

    await hourPasses();
    const before = refused;
    expect((await waiting())[1]).toBeGreaterThan(3600);
    expect(await namesIn(await evidence())).toContain('certificate.pdf');
    // The server keeps retrying, and is refused while the signer is down.
    await expect.poll(() => refused, polling).toBeGreaterThan(before);
    isUp = true;
    await expect.poll(async () => (await waiting())[0], polling).toBe(0);
    // Files that are made with each package are signed again some seconds after the last failure.
    const all = ['certificate.pdf', 'SHA256SUMS', 'SM3SUMS', '审查说明.pdf'].flatMap((name) => [`${name}.sm2`, `${name}.sm2.p7s`]);
    await expect.poll(() => namesIn(number), polling).toEqual(expect.arrayContaining(all));
  });

  const polling = { timeout: 120_000, interval: 500 };

  /** Makes all waiting signatures an hour older. */
  async function hourPasses(): Promise<void> {
    await inDatabase(running().dataDir, (db) =>
      db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`update sm2_signature set asked_at = asked_at - interval '1 hour', next_at = next_at - interval '1 hour'
                   where state = 'waiting'`.execute(tx);
      }),
    );
  }

  const running = (): RunningServer => {
    if (!server) throw new Error('no server runs');
    return server;
  };

  /** Creates evidence and waits until it is anchored. @returns its number. */
  async function evidence(): Promise<string> {
    const body = multipartBody(
      'b',
      { unique_id: randomBytes(8).toString('hex'), user_id: userId, title: '一份证据' },
      { file: { bytes: randomBytes(500), name: 'a.bin', mediaType: 'application/octet-stream' } },
    );
    const path = '/open/v1/evidence';
    const headers = headersOf('POST', path, body);
    const reply = await fetch(`${running().address}${path}`, { method: 'POST', headers, body: Uint8Array.from(body) });
    expect(reply.status).toBe(200);
    return ((await reply.json()) as { baoquan?: string }).baoquan ?? '';
  }

  async function namesIn(number: string): Promise<string[]> {
    const path = `/open/v1/evidence/${number}/package`;
    const get = () => fetch(`${running().address}${path}`, { headers: headersOf('GET', path) });
    await expect.poll(async () => (await get()).status, polling).toBe(200);
    const file = keys.path(`${number}.zip`);
    await writeFile(file, Buffer.from(await (await get()).arrayBuffer()));
    return withZipFile(file, async (source) => (await readExactZip(source)).map(({ name }) => name));
  }

  function headersOf(method: 'GET' | 'POST', path: string, body?: Buffer): Record<string, string> {
    return signedHeaders(key, {
      method,
      path,
      ...(body ? { body, contentType: 'multipart/form-data; boundary=b' } : {}),
    });
  }

  /** The number of waiting signatures, and the age of the oldest in seconds. */
  async function waiting(): Promise<[count: number, seconds: number]> {
    const text = await (await fetch(`${running().address}/metrics`)).text();
    const of = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    return [of('notary_sm2_signatures_waiting'), of('notary_sm2_signature_oldest_waiting_seconds')];
  }
});
