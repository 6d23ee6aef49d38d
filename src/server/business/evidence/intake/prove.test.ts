import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of } from '../../../../../test/installation/factories/evidence.ts';
import { intakeClient } from '../../../../../test/installation/intake.ts';
import { grow } from '../../../../../test/installation/factories/package.ts';
import { newCredential } from '../../users/credentials.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const platform = newCredential();
beforeAll(async () => {
  await make.open();
  await installation.db
    .insertInto('credential')
    .values({ ...platform, kind: 'platform', user_id: null, name: '平台' })
    .execute();
});

async function get(path: string, key = platform) {
  const headers = intakeClient(installation.app, key).headersOf({ method: 'GET', path });
  return installation.app.inject({ url: path, headers });
}

async function enterprise() {
  const [userId, key] = [await make.user('enterprise'), newCredential()];
  await installation.db
    .insertInto('credential')
    .values({ ...key, kind: 'enterprise', user_id: userId, name: '企业' })
    .execute();
  return { userId, key };
}

describe('GET /evidence/{number}/proof and /package', () => {
  it('answer 202 while the evidence waits, then the proof and a zip', async () => {
    const number = await make.evidence(await make.user('personal'));
    for (const what of ['proof', 'package']) {
      const waiting = await get(`/open/v1/evidence/${number}/${what}`);
      expect([waiting.statusCode, waiting.json()]).toEqual([202, { baoquan: number, state: 'pending' }]);
    }
    await grow(installation);
    const proof = await get(`/open/v1/evidence/${number}/proof`);
    expect([proof.statusCode, proof.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(proof.body).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    const zip = await get(`/open/v1/evidence/${number}/package`);
    expect([zip.statusCode, zip.headers['content-type'], zip.headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      expect.stringContaining(`evidence-${number}.zip`),
    ]);
    expect(zip.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('read a number in a path in any spelling, as other calls do', async () => {
    const number = await make.evidence(await make.user('personal'));
    await grow(installation);
    const grouped = number.match(/.{4}/g) ?? [];
    const spellings = [
      number.toLowerCase(),
      grouped.join('%20'),
      grouped.join('-').toLowerCase(),
      `%20${number}%E2%80%8B`,
      `No.%20${number}`,
    ];
    for (const spelling of spellings) {
      for (const what of ['', '/proof', '/package']) expect((await get(`/open/v1/evidence/${spelling}${what}`)).statusCode).toBe(200);
      expect((await installation.app.inject({ url: `/open/v1/verify/${spelling}/proof` })).statusCode).toBe(200);
      expect((await installation.app.inject({ url: `/open/v1/records/${spelling}` })).statusCode).toBe(202);
    }
  });

  it('are for the owner alone, need a signature, and know only numbers that are', async () => {
    const [one, other] = [await enterprise(), await enterprise()];
    const number = await make.evidence(one.userId);
    await grow(installation);
    for (const what of ['proof', 'package']) {
      expect((await get(`/open/v1/evidence/${number}/${what}`, one.key)).statusCode).toBe(200);
      expect((await get(`/open/v1/evidence/${number}/${what}`, other.key)).statusCode).toBe(403);
      expect((await installation.app.inject({ url: `/open/v1/evidence/${number}/${what}` })).statusCode).toBe(401);
      for (const unknown of ['0'.repeat(32), 'x', '..%2f..'])
        expect((await get(`/open/v1/evidence/${unknown}/${what}`)).statusCode).toBe(404);
    }
  });

  it('make no package of a file that is gone, whatever the row says', async () => {
    const file = aFile();
    const number = await make.evidence(await make.user('personal'), {}, file);
    await grow(installation);
    const sha256 = sha256Of(file.bytes);
    await rm(join(installation.folder, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256));
    const reply = await get(`/open/v1/evidence/${number}/package`);
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { error: { code: 'missing' } }]);
    expect((await get(`/open/v1/evidence/${number}/proof`)).statusCode).toBe(200);
  });
});
