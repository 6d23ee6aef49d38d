import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { unzipped } from '../../../../test/installation/zip.ts';
import { sandboxWords } from '../../../domain/proof/evidence/sandbox.ts';

const installation = testApp({ SANDBOX: '1' });
const office = testApp();
const make = recordingMaker(installation);
let number = '';
beforeAll(async () => {
  await make.evidence.open();
  number = await make.recorded(await make.evidence.user('personal', 1000, '张三'), media.mp4(1), { name: '录屏' });
});

it('the document of the console’s calls says at its head, and in itself, that nothing here proves anything', async () => {
  const textOf = async (url: string, { app } = installation) => (await app.inject({ url })).body;
  const page = await textOf('/api/docs');
  expect(page).toContain(`<title>${sandboxWords}</title>`);
  const style = /href="([^"]+notice\.css)"/.exec(page)?.[1] ?? '';
  expect(await textOf(style)).toContain(`content: "${sandboxWords}"`);
  expect(await textOf('/api/openapi.json')).toContain(sandboxWords);
  for (const url of ['/api/docs', '/api/openapi.json']) expect(await textOf(url, office)).not.toMatch(/测试环境|notice\.css/);
});

it('open verification says so with every answer, also of what it does not know', async () => {
  const answerTo = async (query: string, { app } = installation) => (await app.inject({ url: `/open/v1/verify?${query}` })).json<object>();
  for (const query of [`number=${number}`, `number=${'0'.repeat(32)}`, `sha256=${'0'.repeat(64)}`])
    expect(await answerTo(query)).toMatchObject({ notice: sandboxWords });
  expect(await answerTo(`number=${number}`, office)).not.toHaveProperty('notice');
});

it('a zip of evidence begins with a file that says so, which its sums cover', async () => {
  const admin = await installation.signIn('admin@example.com');
  const answer = await admin.post<{ list: string[] }>('/api/evidence/downloadBatch', { baoquanStr: number, uid: '2', type: 3 });
  const { rawPayload } = await installation.app.inject({ url: answer.data.list[0] ?? '' });
  const found = await unzipped(rawPayload);
  const at = (name: string) => rawPayload.indexOf(name);
  expect(at('00-测试环境.txt')).toBeLessThan(at(number));
  expect(found['00-测试环境.txt']?.toString()).toBe(`${sandboxWords}。\n`);
  expect(rawPayload.toString()).toMatch(/[0-9a-f]{64} {2}00-测试环境\.txt\n/);
});
