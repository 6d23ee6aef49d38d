import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { intakeClient } from '../../../../../test/installation/intake.ts';
import { startFaultyWay, type Fault, type FaultyWay, type S3Call } from '../../../../../test/installation/s3/faults.ts';
import { hasS3, startS3, type S3Server } from '../../../../../test/installation/s3/server.ts';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../platform/runtime/config.ts';
import { checkLog } from '../../../custody/audit/log-check.ts';
import { openLogSigner } from '../../../custody/log/log-signer.ts';
import { growLog } from '../../../custody/log/sequencer.ts';
import { checkLedger } from '../../points/check.ts';
import { createS3Store } from '../../../platform/storage/s3/store.ts';
import type { ObjectStore } from '../../../platform/storage/store.ts';
import { newCredential } from '../../users/credentials.ts';

describe.skipIf(!hasS3)('evidence that is kept in S3', () => {
  const installation = testApp();
  const make = evidenceMaker(installation);
  const key = newCredential();
  const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0', STORAGE_WAIT_SECONDS: '5', EVIDENCE_MAX_BYTES: '1000000' });
  let s3: S3Server;
  let way: FaultyWay;
  let store: ObjectStore;
  let app: FastifyInstance;
  beforeAll(async () => {
    await make.open();
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'platform', user_id: null, name: '另一平台' })
      .execute();
    s3 = await startS3();
    way = await startFaultyWay(s3.port);
    store = await createS3Store(s3.place(way.port), { partBytes: 120_000, copyBytes: 200_000, attempts: 1 });
    const secrets = { token: randomBytes(32), link: randomBytes(32), owner: installation.ownerSecret, totp: randomBytes(32) };
    app = await buildApp({ config, db: installation.db, pool: installation.pool, store, stages: installation.stages, secrets });
  });
  afterAll(async () => {
    await app?.close();
    await way?.stop();
    s3?.stop();
  });

  const [small, large] = [5_000, 300_000];
  it.each<[what: string, size: number, call: S3Call, fault: Fault, at: number, status: number]>([
    ['is late with a small file', small, 'put', 'slow', 1, 200],
    ['is late with the copy of a large one', large, 'copy part', 'slow', 1, 200],
    ['has no room', small, 'put', 'full', 1, 503],
    ['has no room for the last part', large, 'part', 'full', 3, 503],
    ['loses its answer', small, 'put', 'lost answer', 1, 503],
    ['gets another byte', small, 'put', 'changed', 1, 500],
    ['holds another size', small, 'head', 'wrong size', 1, 500],
    ['holds another size of a large one', large, 'head', 'wrong size', 2, 500],
    ['fails to put a large one together', large, 'complete', 'error', 1, 503],
    ['never answers a part', large, 'part', 'silent', 2, 503],
    ['copies and never says so', large, 'complete', 'done and silent', 2, 503],
  ])(
    'is acknowledged whole or not at all, and once when it is sent again, when the storage %s',
    async (_what, size, call, fault, at, status) => {
      const user_id = await make.user('personal', 1);
      const file = aFile({ bytes: randomBytes(size) });
      const fields = { user_id, unique_id: uid() };
      const send = () => make.send(fields, file, intakeClient(app, key));
      const rows = () => installation.db.selectFrom('evidence').select('id').where('user_id', '=', user_id).execute();
      way.failOnce(call, fault, at);
      const answer = await send();
      expect([answer.status, way.happened()]).toEqual([status, true]);
      expect(await rows()).toHaveLength(status === 200 ? 1 : 0);

      const again = await send();
      expect(again).toMatchObject({ status: 200, body: { sha256: sha256Of(file.bytes) } });
      if (status === 200) expect(again).toEqual(answer);
      expect(await rows()).toHaveLength(1);
      expect(await buffer((await store.open(sha256Of(file.bytes))).stream)).toEqual(file.bytes);
      await growLog(installation.db, await openLogSigner(installation.db, config));
      expect(await checkLog(installation.db)).toMatchObject({ broken: null });
      expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
    },
  );
});
