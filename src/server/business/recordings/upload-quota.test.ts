import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';

const installation = testApp({ EVIDENCE_MAX_BYTES: '100000', UPLOAD_QUOTA_BYTES: '250000' });
const make = recordingMaker(installation);
beforeAll(() => make.evidence.open());

describe('the uploads of a user', () => {
  const tooMany = {
    status: 409,
    body: { error: { code: 'conflict', message: expect.stringContaining('too many bytes together') as string } },
  };

  it('have a quota until they are evidence or ended: of declared bytes, and of what came in undeclared', async () => {
    const [greedy, modest] = [await make.evidence.user('enterprise', 90), await make.evidence.user('enterprise', 20)];
    const file = media.ofBytes(90_000);
    const begin = (user_id: string) => make.begun(user_id, file);
    const [first, second, third, fourth] = [await begin(greedy), await begin(greedy), await begin(greedy), await begin(greedy)];
    const declare = (url: string, length: number) => make.patch(url, 0, file.subarray(0, 1), { length });
    for (const { url } of [first, second]) expect(await declare(url, 90_000)).toMatchObject({ status: 204 });
    expect(await declare(third.url, 70_001)).toMatchObject(tooMany);
    expect(await declare(third.url, 70_000)).toMatchObject({ status: 204 });
    expect(await make.patch(fourth.url, 0, file.subarray(0, 10))).toMatchObject(tooMany);
    // Others have their own.
    expect(await declare((await begin(modest)).url, 90_000)).toMatchObject({ status: 204 });
    // What was opened may be finished, and counts no more.
    expect(await make.patch(first.url, 1, file.subarray(1))).toMatchObject({ status: 204 });
    expect(await declare(fourth.url, 90_000)).toMatchObject({ status: 204 });
  });

  it('keep to it also where their chunks come at once', async () => {
    const user_id = await make.evidence.user('enterprise', 90);
    const file = Buffer.concat([media.mp4(3), randomBytes(60_000)]).subarray(0, 60_000);
    const begun = await Promise.all(Array.from({ length: 6 }, () => make.begun(user_id, randomBytes(70_000))));
    const answers = await Promise.all(begun.map(({ url }) => make.patch(url, 0, file, { length: 70_000 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 409, 409, 409]);
  });
});
