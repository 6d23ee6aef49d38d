import { expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';

const installation = testApp({ OFFICE_NAME: '某某市公证处', PUBLIC_URL: 'https://notary.example', WATERMARK: '1' });

it('gives the console the office and the verification address that its PDFs name', async () => {
  const admin = await installation.signIn('admin@example.com');
  expect((await admin.get('/api/User/getAdminInfo')).data).toMatchObject({
    office_name: '某某市公证处',
    verify_url: 'https://notary.example/verify?number={number}',
  });
});

it("gives each operator a key for his drafts: the same at each sign-in, and nobody else's", async () => {
  const keyOf = async (username: string) =>
    (await (await installation.signIn(username)).get<{ draft_key: string }>('/api/User/getAdminInfo')).data.draft_key;
  const [first, again, other] = [await keyOf('admin@example.com'), await keyOf('admin@example.com'), await keyOf('reviewer@example.com')];
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('names the operator for the watermark, with the last four digits of the mobile alone', async () => {
  const { data } = await (await installation.signIn('admin@example.com')).get<{ realname: string; watermark: string }>(
    '/api/User/getAdminInfo',
  );
  expect(data.watermark).toMatch(new RegExp(`^${data.realname} \\d{4}$`));
});
