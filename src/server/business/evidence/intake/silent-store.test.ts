import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { checkLedger } from '../../points/check.ts';
import type { ObjectStore } from '../../../platform/storage/store.ts';

const installation = testApp({ STORAGE_WAIT_SECONDS: '2' });
const make = evidenceMaker(installation);
beforeAll(() => make.open());
afterEach(() => {
  vi.restoreAllMocks();
});

const evidenceOf = (userId: string) => installation.db.selectFrom('evidence').select('id').where('user_id', '=', userId).execute();
const forEver = new Promise<never>(() => undefined);

const silences: [what: string, put: (real: ObjectStore['put']) => ObjectStore['put']][] = [
  [
    'stops in the middle of the bytes and never answers',
    () => async (source) => {
      await source[Symbol.asyncIterator]().next();
      return forEver;
    },
  ],
  [
    'takes all bytes and never answers',
    () => async (source) => {
      await buffer(source);
      return forEver;
    },
  ],
  [
    'asks for fewer calls at every attempt',
    () => async (source) => {
      await buffer(source);
      throw Object.assign(new Error('Please reduce your request rate.'), {
        name: 'SlowDown',
        $metadata: { httpStatusCode: 503, attempts: 3 },
      });
    },
  ],
  ['stores the object and never answers', (real) => (source, limits) => real(source, limits).then(() => forEver)],
];
it.each(silences)(
  'answers 503 when the storage %s, shows nothing of it, and keeps the evidence once when it is sent again',
  async (_what, silent) => {
    const user_id = await make.user('personal', 1);
    const file = aFile({ bytes: randomBytes(300_000) });
    const fields = { user_id, unique_id: uid() };
    const { put } = installation.store;
    vi.spyOn(installation.store, 'put').mockImplementationOnce(silent((source, limits) => put.call(installation.store, source, limits)));
    expect(await make.send(fields, file)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: expect.stringContaining('send the call again') as string } },
    });
    expect(await evidenceOf(user_id)).toEqual([]);
    const answers = await Promise.all([make.send(fields, file), make.send(fields, file)]);
    expect(answers).toMatchObject([{ status: 200, body: { sha256: sha256Of(file.bytes) } }, { status: 200 }]);
    expect(answers[0]).toEqual(answers[1]);
    expect(await evidenceOf(user_id)).toHaveLength(1);
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  },
);
