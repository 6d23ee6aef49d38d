import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { checkLedger } from '../points/check.ts';

const installation = testApp();
const make = evidenceMaker(installation);
let user = '';
beforeAll(async () => {
  await make.open();
  user = await make.user('personal');
});

const type = 'multipart/form-data; boundary=b';
const field = '--b\r\nContent-Disposition: form-data; name="unique_id"\r\n\r\nx\r\n';
const fileHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png\r\n\r\n';
const paths = () => ['/open/v1/evidence', `/open/v1/users/${user}/verification`, '/open/v1/payments'];

describe('a multipart body that is none, or breaks off', () => {
  it.each([
    ['another text', '{', type],
    ['a delimiter alone', '--b', type],
    ['no end behind a field', field, type],
    ['no end within a field', field.slice(0, -3), type],
    ['no end within the head of a part', fileHead.slice(0, 40), type],
    ['no end within the file', `${field}${fileHead}half`, type],
    ['no end within a picture', `${field}${fileHead.replace('"file"', '"transfer_img"')}half`, type],
    ['no boundary', `${field}--b--\r\n`, 'multipart/form-data'],
    ['an empty boundary', `${field}--b--\r\n`, 'multipart/form-data; boundary='],
    ['a name of every object', field.replace('unique_id', '__proto__'), type],
  ])('is refused as malformed: %s', async (_name, body, contentType) => {
    for (const path of paths()) {
      const answer = await make.client().send({ method: 'POST', path, body, contentType });
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 400, 'malformed']);
    }
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  });
});

describe('a chunk of an upload', () => {
  it('is no body of any other call: it is refused, and nobody waits for its end', async () => {
    for (const path of ['/open/v1/webhooks', '/open/v1/marks', '/open/v1/payments', '/open/v1/evidence', '/open/v1/evidence/uploads']) {
      const answer = await make.client().send({ method: 'POST', path, body: 'x', contentType: 'application/offset+octet-stream' });
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 415, 'type']);
    }
  });
});
