import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { withFiles } from '../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { aFile, evidenceMaker, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import { grow } from '../../../../test/installation/factories/package.ts';
import { startAuthority, type Authority } from '../../../../test/installation/servers/timestamp-authority.ts';
import { unzipped } from '../../../../test/installation/zip.ts';
import { requestDueTimestamps } from './stamping.ts';

/** An app with a configured authority. Only the periodic job contacts it, so the address leads nowhere. */
const installation = testApp({ TSA_URL: 'http://127.0.0.1:1/tsr' });
const make = evidenceMaker(installation);
const poppler = tool('pdftotext');
let authority: Authority;
beforeAll(async () => {
  await make.open();
  authority = await startAuthority();
});
afterAll(() => authority?.stop());

/** What the certificate in a package says about the anchor. */
async function printedIn(zip: Buffer): Promise<string | undefined> {
  if (poppler.isMissing) return undefined;
  const { stdout } = await withFiles({ 'c.pdf': (await unzipped(zip))['certificate.pdf'] ?? '' }, 'pdftotext', ['c.pdf', '-']);
  return /待锚定|由本机构自有的只增不改日志锚定/.exec(stdout.replaceAll(/\s/g, ''))?.[0];
}

/** What each interface says about an evidence. */
async function anchorStates(number: string, sha256: string) {
  const admin = await installation.signIn('admin@example.com');
  const open = (query: string) => installation.app.inject({ url: `/open/v1/verify${query}` });
  const signed = (part: string) => {
    const path = `/open/v1/evidence/${number}/${part}`;
    return installation.app.inject({ url: path, headers: make.client().headersOf({ method: 'GET', path }) });
  };
  const packed = await signed('package');
  const { data } = await admin.get<Record<string, unknown>>('/api/data/saveDataDetail', { baoquan: number });
  return {
    intake: (await make.client().get(`/open/v1/evidence/${number}`)).body['state'],
    proofs: [(await open(`/${number}/proof`)).statusCode, (await signed('proof')).statusCode],
    packages: [
      packed.statusCode,
      (await admin.post<{ msg?: string }>('/api/Down/baoquanFile', { baoquan: number, part: 'package' })).data.msg ?? 'given',
    ],
    ...(packed.statusCode === 200 ? { printed: await printedIn(packed.rawPayload) } : {}),
    verify: [
      (await open(`?number=${number}`)).json<{ result: string }>().result,
      (await open(`?sha256=${sha256}`)).json<{ result: string }>().result,
    ],
    console: [data['checkpoint'] === null, data['anchor_kind']],
  };
}
const pending = {
  intake: 'pending',
  proofs: [202, 202],
  packages: [202, '证据待锚定，请稍后再下载证据包'],
  verify: ['pending', 'pending'],
  console: [true, null],
};
const anchored = {
  intake: 'anchored',
  proofs: [200, 200],
  packages: [200, 'given'],
  printed: poppler.isMissing ? undefined : '由本机构自有的只增不改日志锚定',
  verify: ['match', 'match'],
  console: [false, 'log'],
};

it('calls an evidence pending until a checkpoint that covers it has its token, whichever door is asked', async () => {
  const user = await make.user('personal', 10);
  const [first, second] = [aFile(), aFile()];
  const one = await make.evidence(user, {}, first);
  expect(await anchorStates(one, sha256Of(first.bytes))).toEqual(pending);
  await grow(installation);
  // In a checkpoint, but still pending: the authority does not answer.
  await expect(
    requestDueTimestamps(installation.db, 'checkpoints', { authority: { url: 'http://127.0.0.1:1/tsr' }, most: 1 }),
  ).rejects.toMatchObject({
    kind: 'unreachable',
  });
  expect(await anchorStates(one, sha256Of(first.bytes))).toEqual(pending);
  const two = await make.evidence(user, {}, second);
  await grow(installation);
  await installation.pool.query('update stamp_line set next_at = now()');
  // The newest is stamped first, and its tree contains the entries before it.
  expect(await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 1 })).toBe(1);
  expect(await anchorStates(one, sha256Of(first.bytes))).toEqual(anchored);
  expect(await anchorStates(two, sha256Of(second.bytes))).toEqual(anchored);
  const three = await make.evidence(user);
  await grow(installation);
  expect((await anchorStates(three, '0'.repeat(64))).intake).toBe('pending');
});
