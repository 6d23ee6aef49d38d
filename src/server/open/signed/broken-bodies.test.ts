import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { checkLedger } from '../../business/points/check.ts';

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

const noEnd = 'without the line --b-- that ends it';
const noPart = 'has no part behind a line --b,';
const noBoundary = 'Content-Type: names no boundary;';
describe('the words about a multipart body', () => {
  it.each([
    ['another text', '{"unique_id":"x"}', type, `the body: ${noPart}`],
    ['another delimiter', `${field}--b--\r\n`.replaceAll('--b', '--c'), type, `the body: ${noPart}`],
    ['a delimiter with other dashes', `${field}--b--\r\n`.replaceAll('--b', '-b'), type, `the body: ${noPart}`],
    ['no end behind a field', field, type, `the body: ends after ${field.length} bytes, in part 1 or behind it, ${noEnd}`],
    ['no end in a second field', field + field.slice(0, -4), type, `bytes, in part 2 or behind it, ${noEnd}`],
    ['no end in the head of a part', field + fileHead.slice(0, 30), type, noEnd],
    ['no boundary', `${field}--b--\r\n`, 'multipart/form-data', noBoundary],
    ['no boundary but a charset', `${field}--b--\r\n`, 'multipart/form-data; charset=utf-8', noBoundary],
    ['an empty boundary', `${field}--b--\r\n`, 'multipart/form-data; boundary=', noBoundary],
    ['an empty boundary in quotes', `${field}--b--\r\n`, 'multipart/form-data; boundary=""', noBoundary],
  ])('name what is wrong, and where: %s', async (_name, body, contentType, words) => {
    for (const path of paths()) {
      const answer = await make.client().send({ method: 'POST', path, body, contentType });
      expect([path, answer]).toMatchObject([path, { status: 400, body: { error: { message: expect.stringContaining(words) as string } } }]);
    }
  });

  it('name how much of a file has come', async () => {
    const fields = ['unique_id', 'title'].map((name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`);
    const owner = `--b\r\nContent-Disposition: form-data; name="user_id"\r\n\r\n${user}\r\n`;
    const body = `${owner}${fields.join('')}${fileHead}half`;
    const answer = await make.client().send({ method: 'POST', path: '/open/v1/evidence', body, contentType: type });
    const message = expect.stringMatching(
      /^the body: ends within its file, after \d+ bytes of it|^the body: ends after \d+ bytes, in part 4/,
    ) as string;
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'malformed', message } } });
  });
});

describe('a JSON body', () => {
  const post = (body: string, path = '/open/v1/users') =>
    make.client().send({ method: 'POST', path, body, contentType: 'application/json' });
  const refused = (message: string) => ({
    status: 400,
    body: { error: { code: 'malformed', message: expect.stringContaining(message) as string } },
  });

  it.each([
    ['{"unique_id":"a","unique_id":"a","type":1,"mobile":"13700000001","name":"a"}', 'unique_id: was given twice'],
    [String.raw`{"unique_id":"a","type":1,"mobile":"13700000001","name":"a","n\u0061me":"b"}`, 'name: was given twice'],
    ['{"device":{"name":"a","name":"b"}}', 'device.name: was given twice'],
    ['{"list":[{},{"a":1,"a":1}]}', 'list.1.a: was given twice'],
    ['{"unique_id":"a"', 'the body: is not JSON: the text ends at line 1, column 17, where "," or "}" is expected'],
    ['{"unique_id":"a",}', 'the body: is not JSON: there is "}" at line 1, column 18, where a key in quotation marks is expected'],
    ["{'unique_id':'a'}", 'the body: is not JSON: there is "\'" at line 1, column 2'],
    ['unique_id=a&type=1', 'the body: is not JSON: there is "u" at line 1, column 1, where a value is expected'],
    ['{"__proto__":{}}', 'the body: has a key that no object may have'],
    ['null', 'body: must be an object, not null'],
    ['[]', 'body: must be an object, not a list'],
    ['false', 'body: must be an object, not a boolean'],
  ])('is refused with words: %s', async (body, message) => {
    expect(await post(body)).toMatchObject(refused(message));
    expect(await post(body, '/open/v1/webhooks')).toMatchObject(refused(message));
  });

  it('in a field of a multipart body is read by the same rules', async () => {
    const send = (configInfo: string, partType = '') => {
      const given = `--b\r\nContent-Disposition: form-data; name="configInfo"${partType}\r\n\r\n${configInfo}\r\n`;
      const body = `${given}${fileHead}x\r\n--b--\r\n`;
      return make.client().send({ method: 'POST', path: '/open/v1/evidence', body, contentType: type });
    };
    const partType = '\r\nContent-Type: application/json';
    expect(await send('{"name":"a","name":"b"}')).toMatchObject(refused('configInfo.name: was given twice'));
    expect(await send('{"name":"a","name":"b"}', partType)).toMatchObject(refused('name: was given twice'));
    expect(await send('{"name":')).toMatchObject(refused('configInfo: is not JSON: the text ends at line 1, column 9'));
    expect(await send('{"name":', partType)).toMatchObject(refused('configInfo: is not JSON: the text ends at line 1, column 9'));
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
