import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/server/platform/db/database.ts';
import { multipartBody, signedHeaders } from '../../installation/intake.ts';
import { freePort, startInVain, startServer, type RunningServer } from '../../installation/servers/running-server.ts';
import { tool } from '../../installation/tool.ts';
import type { Key } from '../intake-client.ts';
import { addPlatform } from '../platform.ts';
import { startSecureNeighbours, type SecureNeighbours } from './secure-neighbours.ts';

const needed = tool('swift', 'PostgreSQL', 'openssl');
const ended = 'its certificate has ended, renew it there (CERT_HAS_EXPIRED)';

describe.skipIf(needed.isMissing)(`certificates of the neighbours${needed.note}`, () => {
  let neighbours: SecureNeighbours;
  let folder: string;
  let server: RunningServer;
  let key: Key;
  let userId: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notary-ended-'));
    neighbours = await startSecureNeighbours();
    server = await startServer({ ...neighbours.environment, DATA_DIR: folder, DEMO: '0', PRICE_EVIDENCE: '0' });
    const { db } = openDatabase(neighbours.pool.options, 1);
    ({ key, userId } = await addPlatform(db));
    await db.destroy();
  });
  afterAll(async () => {
    await server?.stop();
    await neighbours?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ready = async () => (await fetch(`${server.address}/readyz`)).status;
  const untilReady = (status: number) => vi.waitFor(async () => expect(await ready()).toBe(status), { timeout: 120_000, interval: 100 });
  const captcha = async () => {
    const reply = await fetch(`${server.address}/api/login/getImgCode`);
    return { status: reply.status, message: ((await reply.json()) as { message: string }).message };
  };
  const send = async (uniqueId: string) => {
    const fields = { unique_id: uniqueId, user_id: userId, title: '一份证据' };
    const body = multipartBody('b', fields, {
      file: { bytes: Buffer.from(uniqueId), name: 'a.bin', mediaType: 'application/octet-stream' },
    });
    const headers = signedHeaders(key, { method: 'POST', path: '/open/v1/evidence', body, contentType: 'multipart/form-data; boundary=b' });
    const reply = await fetch(`${server.address}/open/v1/evidence`, { method: 'POST', headers, body: Uint8Array.from(body) });
    return { status: reply.status, body: (await reply.json()) as object };
  };
  const inVain = async () =>
    startInVain({
      ...neighbours.environment,
      DATA_DIR: join(folder, 'other'),
      PORT: String(await freePort()),
      DEMO: '0',
      CAPTURE_WORKER: '0',
    });
  const doctor = () => server.admin('doctor').catch((error: Error) => error.message);

  it('are looked at by doctor while they hold', async () => {
    expect(await send('before')).toMatchObject({ status: 200 });
    const said = await doctor();
    for (const item of ['database', 'storage']) expect(said).toMatch(new RegExp(`^ok   certificate of the ${item}: ends on `, 'm'));
  });

  it.each([
    [
      'PostgreSQL',
      'presentDatabase',
      /^Cannot use the database of DATABASE_URL \(postgres:\/\/localhost:\d+\/postgres\): (.*)\.$/m,
      'database',
    ],
    ['the storage', 'presentStorage', /^STORAGE_URL: cannot use the bucket "[\w-]+" at https:\/\/localhost:\d+: (.*)\.$/m, 'storage'],
  ] as const)(
    'of %s that ended: no start, BAD in doctor, calls refused, the reason in the log; back when it is renewed',
    async (...given) => {
      const [, present, refusal, item] = given;
      const silentUntil = server.output().length;
      await neighbours[present]('ended');
      await untilReady(503);
      const logged = () => server.output().slice(silentUntil);
      // The first failure may come from a connection that was just closed.
      const notReadyLines = () =>
        logged()
          .split('\n')
          .filter((line) => line.includes('"msg":"not ready"') && line.includes(`"why":"${ended}"`));
      await vi.waitFor(async () => expect([await ready(), notReadyLines().length]).toEqual([503, 1]), { timeout: 120_000, interval: 100 });
      expect(await send(item)).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
      if (item === 'database')
        expect(await captcha()).toMatchObject({ status: 500, message: expect.stringContaining('系统繁忙') as string });
      else expect(await captcha()).toMatchObject({ status: 200 });
      const said = await doctor();
      expect(said).toMatch(new RegExp(`^BAD  certificate of the ${item}: ENDED on 2020-`, 'm'));
      expect(said).toMatch(new RegExp(`^BAD  ${item}: .*its certificate has ended`, 'm'));
      const { code, output } = await inVain();
      expect([code, refusal.exec(output)?.[1]]).toEqual([1, ended]);

      await neighbours[present]('holds');
      await untilReady(200);
      expect(await send(item)).toMatchObject({ status: 200 });
      expect(await send('before')).toMatchObject({ status: 200 });
      const { rows } = await neighbours.pool.query('select count(*)::int as n from evidence');
      expect(rows).toEqual([{ n: item === 'database' ? 2 : 3 }]);
    },
  );
});

describe('names that have no address', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notary-names-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    [
      'DATABASE_URL',
      'postgres://notary@db.invalid/notary',
      /^Cannot use the database of DATABASE_URL \(postgres:\/\/db.invalid\/notary\): (.*)\.$/m,
    ],
    [
      'STORAGE_URL',
      's3://bucket?endpoint=https://s3.invalid&forcePathStyle=1&accessKeyId=a&secretAccessKey=b',
      /^STORAGE_URL: .*s3.invalid: (.*)\.$/m,
    ],
  ])('stop a start in words: %s', async (setting, value, words) => {
    const port = String(await freePort());
    const { code, output } = await startInVain({
      DATA_DIR: join(folder, setting),
      PORT: port,
      DEMO: '0',
      CAPTURE_WORKER: '0',
      [setting]: value,
    });
    expect(code).toBe(1);
    expect(words.exec(output)?.[1]).toMatch(
      /^(?:the name \S+\.invalid has no address|no name server answers for \S+\.invalid), look at .*DNS \(\w+\)$/,
    );
  });
});
