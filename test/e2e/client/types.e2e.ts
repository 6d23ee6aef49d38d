import { afterAll, beforeAll, expect, it } from 'vitest';
import { packedClient, type PackedClient } from './packed-client.ts';

let client: PackedClient;
beforeAll(async () => {
  client = await packedClient();
});
afterAll(() => client?.stop());

it('has types that refuse a wrong field, a wrong value and an unknown refusal', async () => {
  await client.write(
    'right.ts',
    `
import { NotaryClient, NotaryRefusal, verifyPackage, verifyWebhook, type NotaryEvent } from 'notary-client';
const client = new NotaryClient({ baseUrl: 'https://notary.example', appId: 'a', securityKey: 'k' });
const kept = await client.createEvidence({ user_id: '1', title: 't', file: 'contract.pdf' });
const number: string = kept.baoquan;
const { kind } = await client.getMe();
const isPlatform: boolean = kind === 'platform';
const { data } = await client.waitFor({ type: 'evidence.anchored', baoquan: number });
const size: string = data.checkpoint_size;
const event: NotaryEvent = verifyWebhook({ 'webhook-id': '1' }, 'body', 'whsec_x');
if (event.type === 'points.credited') event.data.balance.toFixed();
const { verdict } = await verifyPackage('x.zip', { logKey: 'k' });
const isKnown: boolean = verdict === 'undetermined';
// @ts-expect-error a field that the call does not have
await client.createEvidence({ user_id: '1', titel: 't', title: 't', file: 'contract.pdf' });
// @ts-expect-error a field is missing
await client.createEvidence({ user_id: '1', file: 'contract.pdf' });
// @ts-expect-error a number instead of a text
await client.createEvidence({ user_id: 1, title: 't', file: 'contract.pdf' });
// @ts-expect-error no such type of user
await client.createUser({ type: 3, mobile: '1', name: 'n' });
// @ts-expect-error the answer has no such field
kept.number;
// @ts-expect-error no such type of event
await client.waitFor({ type: 'evidence.frozen' });
// @ts-expect-error this type of event has no such data
await client.waitFor({ type: 'evidence.anchored', order_no: '1' });
// @ts-expect-error no such refusal
if (new NotaryRefusal(402, 'points', '').code === 'poor') number.trim();
// @ts-expect-error no such verdict
if (verdict === 'fine') size.trim();
export { isPlatform, isKnown };
`,
  );
  expect(await client.compile('right.ts')).toBe('');
  const wrong =
    "import { NotaryClient } from 'notary-client';\nexport const nothing = (c: NotaryClient) => c.getEvidence({ number: '1' });\n";
  await client.write('wrong.ts', wrong);
  expect(await client.compile('wrong.ts')).toContain("'number' does not exist");
});
