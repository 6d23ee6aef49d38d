import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, evidenceMaker, uid } from '../../../../test/installation/factories/evidence.ts';
import { picture } from '../../../../test/installation/intake.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const malformed = (message: string) => ({ status: 400, body: { error: { code: 'malformed', message } } });
let user_id = '';

beforeAll(async () => {
  await make.open();
  user_id = await make.user('personal', 9);
});

describe('a field that the call does not have', () => {
  it('is refused in a query, also of a call that has none', async () => {
    expect(await make.client().get(`/open/v1/users/${user_id}?_=1`)).toMatchObject(malformed('_: is not a field of this call'));
    expect(await make.client().get('/open/v1/events?limits=5')).toMatchObject(
      malformed('limits: is not a field of this call, did you mean limit?'),
    );
    expect((await installation.app.inject({ url: '/open/v1/verify?no=1' })).json()).toMatchObject(
      malformed('no: is not a field of this call; number: is given instead of sha256, and one of the two is needed').body,
    );
  });

  it('is refused in a body, beside all other faults, and nothing is kept or paid', async () => {
    const sent = await make.send({ user_id, sha265: 'a', configInfo: '{"model":"M1"}', isApp: '9' }, aFile());
    expect(sent).toMatchObject(
      malformed(
        'isApp: must be 0 to 4; configInfo.model: is not a field of this call, did you mean configInfo.model_name?; ' +
          'sha265: is not a field of this call, did you mean sha256?',
      ),
    );
    const wrongFile = await make.client().multipart('/open/v1/evidence', { unique_id: uid(), user_id }, { flie: aFile() });
    expect(wrongFile).toMatchObject(malformed('flie: is not a file of this call, did you mean file?; title: is missing'));
    expect(await make.rowsOf(user_id)).toEqual([]);
    expect(await make.pointsOf(user_id)).toBe(9);
  });

  it('is refused among pictures, beside the fields', async () => {
    const png = { name: 'a.png', mediaType: 'image/png', bytes: picture('teal') };
    const path = `/open/v1/users/${user_id}/verification`;
    const fields = { unique_id: uid(), name: '张三', address: '某市某路', author_hand: 'x' };
    expect(await make.client().multipart(path, fields, { author_frond: png })).toMatchObject(
      malformed(
        'author_hand: must be a file, a part with a filename; ' +
          'author_frond: is not a picture of this call, did you mean author_front?; contact_idcard: is missing',
      ),
    );
  });
});
