import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of, sm3Of } from '../../../../test/installation/factories/evidence.ts';
import { grow, webEvidence } from '../../../../test/installation/factories/package.ts';
import type { Verification } from '../../../contract/open/verification.ts';

const installation = testApp();
const chained = testApp({ CHAIN_RPC_URL: 'http://127.0.0.1:1', CHAIN_KEY: `0x${'1'.repeat(64)}` });
const limited = testApp({ RATE_LIMIT_PER_MINUTE: '3' });
const make = evidenceMaker(installation);
beforeAll(() => make.open());

async function ask(
  query: string,
  by = installation,
): Promise<{ status: number; body: Verification & { error?: { code: string; message: string } } }> {
  const reply = await by.app.inject({ url: `/open/v1/verify?${query}` });
  return { status: reply.statusCode, body: reply.json() };
}

describe('GET /verify', () => {
  it('knows a number and a hash, pending first and anchored in the log then, and says nothing of whose it is', async () => {
    const file = aFile({ name: '张三的录音.mp3' });
    const number = await make.evidence(await make.user('personal', 10, '张三丰'), { title: '张三的证据', address: '某市某路' }, file);
    const sha256 = sha256Of(file.bytes);
    const recorded = { role: 'original', sha256, sm3: sm3Of(file.bytes), size: file.bytes.length };
    const pending = {
      result: 'pending',
      files: [recorded],
      checkpoint: null,
      anchor_kind: null,
      blockchain_hash: null,
      block_height: null,
      chain_time: null,
      log_leaf_hash: null,
      checkpoint_size: null,
      checkpoint_time: null,
      proof: null,
    };
    expect(await ask(`number=${number}`)).toMatchObject({ status: 200, body: { ...pending, number } });
    expect(await ask(`sha256=${sha256}`)).toMatchObject({ status: 200, body: { ...pending, number: null } });
    await grow(installation);
    const match = {
      result: 'match',
      files: [recorded],
      anchor_kind: 'log',
      blockchain_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      block_height: '1',
      checkpoint: '1',
      log_leaf_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      checkpoint_size: '1',
      checkpoint_time: expect.stringMatching(/^\d{4}-\d\d-\d\d /) as string,
    };
    const { body } = await ask(`number=%20${number.toLowerCase()}%20`);
    expect(body).toMatchObject({ ...match, number, proof: `/open/v1/verify/${number}/proof` });
    expect((await ask(`sha256=${sha256.toUpperCase()}`)).body).toMatchObject({ ...match, number: null, proof: null });
    expect(JSON.stringify(body)).not.toMatch(/张三|录音|某市|user|title/);
    const proof = await installation.app.inject({ url: String(body.proof) });
    expect(proof.headers['content-type']).toMatch('text/plain');
    expect(proof.body).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex 0\n/);
  });

  it('tells of a file that several kept the evidence that was kept first', async () => {
    const file = aFile();
    const [first = '', second = ''] = [
      await make.evidence(await make.user('personal'), {}, file),
      await make.evidence(await make.user('personal'), {}, file),
    ];
    await grow(installation);
    const leafOf = async (query: string) => (await ask(query)).body.blockchain_hash;
    expect(await leafOf(`sha256=${sha256Of(file.bytes)}`)).toBe(await leafOf(`number=${first}`));
    expect(await leafOf(`number=${second}`)).not.toBe(await leafOf(`number=${first}`));
  });

  it('shows every original and report of a number, and of a hash its own file alone', async () => {
    const [page, picture, report] = [Buffer.from('<p>1</p>'), Buffer.from('png 2'), Buffer.from('report 3')];
    const number = await webEvidence(installation, await make.user('personal'), [page, picture, report]);
    expect((await ask(`number=${number}`)).body.files.map(({ role, sha256 }) => [role, sha256])).toEqual([
      ['environment-check', sha256Of(report)],
      ['original', sha256Of(page)],
      ['original', sha256Of(picture)],
    ]);
    expect((await ask(`sha256=${sha256Of(picture)}`)).body.files).toMatchObject([{ sha256: sha256Of(picture) }]);
    // The hash of a guessed report or of details reveals nothing.
    expect((await ask(`sha256=${sha256Of(report)}`)).body.result).toBe('none');
    expect((await installation.app.inject({ url: `/open/v1/verify/${number}/proof` })).statusCode).toBe(202);
  });

  it('waits for the transaction where a chain is configured', async () => {
    const maker = evidenceMaker(chained);
    await maker.open();
    const number = await maker.evidence(await maker.user('personal'));
    await grow(chained);
    expect((await ask(`number=${number}`, chained)).body).toMatchObject({
      result: 'match',
      checkpoint: '1',
      anchor_kind: null,
      blockchain_hash: null,
      block_height: null,
      chain_time: null,
    });
    await chained.db
      .insertInto('log_anchor')
      .values({ checkpoint_size: '1', state: 'done', tx_hash: '0xab', block_height: '9', chain_time: new Date('2026-01-01T00:00:00Z') })
      .execute();
    expect((await ask(`number=${number}`, chained)).body).toMatchObject({
      anchor_kind: 'chain',
      blockchain_hash: '0xab',
      block_height: '9',
      chain_time: '2026-01-01 08:00:00',
      log_leaf_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      checkpoint_size: '1',
    });
  });

  it('answers none for what it does not know, alike for numbers and hashes', async () => {
    for (const query of [`number=${'0'.repeat(32)}`, `sha256=${'0'.repeat(64)}`])
      expect(await ask(query)).toMatchObject({ status: 200, body: { result: 'none', files: [], number: null } });
    expect((await installation.app.inject({ url: `/open/v1/verify/${'0'.repeat(32)}/proof` })).statusCode).toBe(404);
    expect((await installation.app.inject({ url: "/open/v1/verify/x'%20or%201=1/proof" })).statusCode).toBe(404);
  });

  it.each([
    '',
    'number=',
    'number=123',
    `sha256=${'g'.repeat(64)}`,
    "number=' or 1=1",
    `number=${'0'.repeat(32)}&sha256=${'0'.repeat(64)}`,
    `number=${'0'.repeat(32)}&number=${'1'.repeat(32)}`,
  ])('refuses %j', async (query) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { error: { code: 'malformed' } } });
  });

  it('is limited by address, whatever is forged in the headers', async () => {
    const answers = [];
    for (let call = 0; call < 5; call += 1)
      answers.push(
        await limited.app.inject({
          url: `/open/v1/verify?number=${'0'.repeat(32)}`,
          headers: { 'x-forwarded-for': `10.0.0.${call}`, authorization: String(call) },
        }),
      );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[4]?.headers['retry-after']).toBeDefined();
    expect(answers[4]?.json()).toMatchObject({ error: { code: 'rate' } });
    expect((await limited.app.inject({ url: `/open/v1/verify?number=${'0'.repeat(32)}`, remoteAddress: '10.9.9.9' })).statusCode).toBe(200);
  });

  it('stands in the document of the intake, unsigned', async () => {
    const { paths } = (await installation.app.inject({ url: '/open/v1/openapi.json' })).json<{
      paths: Record<string, Record<string, unknown>>;
    }>();
    expect(paths['/open/v1/verify']?.['get']).toMatchObject({ security: [], parameters: [{ name: 'number' }, { name: 'sha256' }] });
    expect(paths['/open/v1/evidence/{baoquan}/package']?.['get']).toMatchObject({
      responses: { 200: { content: { 'application/zip': {} } }, 202: {} },
    });
  });
});
