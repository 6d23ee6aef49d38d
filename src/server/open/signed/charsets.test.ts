import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceMaker, uid } from '../../../../test/installation/factories/evidence.ts';

// Text of other charsets than UTF-8 is decoded where the charset is declared, and otherwise refused.

const installation = testApp();
const make = evidenceMaker(installation);
let user = '';
beforeAll(async () => {
  await make.open();
  user = await make.user('personal', 40);
});

const gbkName = Buffer.from('d5c5c8fd', 'hex'); // 张三
const big5Name = Buffer.from('b169a454', 'hex'); // 張三
let serial = 0;
const json = (name: Buffer | string, before: Buffer | string = ''): Buffer => {
  serial += 1;
  const start = JSON.stringify({ unique_id: uid(), type: 1, mobile: `1370000${String(serial).padStart(4, '0')}` }).slice(0, -1);
  return Buffer.concat([Buffer.from(before), Buffer.from(`${start},"name":"`), Buffer.from(name), Buffer.from('"}')]);
};
const users = (body: Buffer, contentType = 'application/json') =>
  make.client().send({ method: 'POST', path: '/open/v1/users', body, contentType });
const nameOf = async (id: unknown) =>
  (await installation.db.selectFrom('users').select('name').where('id', '=', String(id)).executeTakeFirstOrThrow()).name;

describe('a JSON body', () => {
  it.each([
    ['UTF-8', Buffer.from('张三'), 'application/json', '张三'],
    ['UTF-8 by name', Buffer.from('张三'), 'application/json; charset=UTF-8', '张三'],
    ['UTF-8 in quotes', Buffer.from('张三'), 'application/json;charset="utf8"', '张三'],
    ['GBK', gbkName, 'application/json; charset=GBK', '张三'],
    ['GB 2312', gbkName, 'application/json; charset=gb2312', '张三'],
    ['GB 18030', gbkName, 'application/json;charset=gb18030', '张三'],
    ['Big5', big5Name, 'application/json; charset=Big5', '張三'],
    ...['gbk', 'GB2312', 'gb18030', 'x-gbk'].flatMap((charset): [string, Buffer, string, string][] =>
      // What the table of GBK has as private use (⺁ is kept as 厂, as in every name), and a sequence of four bytes.
      Object.entries({ fe9f: '䶮', fe59: '\u9fb4', fe61: '\u9fb5', fe55: '㑳', fe50: '厂', a8bf: 'ǹ', '95328236': '𠀀' }).map(
        ([hex, read]) => [`${hex} in ${charset}`, Buffer.from(hex, 'hex'), `application/json; charset=${charset}`, read],
      ),
    ),
    ['ASCII under Latin-1', Buffer.from('Zhang'), 'application/json; charset=ISO-8859-1', 'Zhang'],
  ])('is decoded by its charset: %s', async (_case, name, contentType, read) => {
    const answer = await users(json(name), contentType);
    expect(answer.status).toBe(200);
    expect(await nameOf(answer.body['user_id'])).toBe(read);
  });

  it('is refused where it was decoded wrongly before, as Java does with GBK', async () => {
    expect(await users(json('��'))).toMatchObject({
      status: 400,
      body: { error: { code: 'malformed', message: expect.stringMatching(/^name: contains U\+FFFD/) as string } },
    });
  });

  it('may begin with a byte order mark', async () => {
    expect(await users(json('张三', '\ufeff'))).toMatchObject({ status: 200 });
  });

  it.each([
    ['GBK undeclared', gbkName, 'application/json', 400, 'malformed', /not valid UTF-8/],
    ['GBK declared as UTF-8', gbkName, 'application/json; charset=utf-8', 400, 'malformed', /not valid UTF-8/],
    ['UTF-8 cut off', Buffer.from('e5bca0e4b8', 'hex'), 'application/json', 400, 'malformed', /not valid UTF-8/],
    ['an overlong form', Buffer.from('c0af', 'hex'), 'application/json', 400, 'malformed', /not valid UTF-8/],
    ['half of a pair in CESU-8', Buffer.from('eda080', 'hex'), 'application/json', 400, 'malformed', /not valid UTF-8/],
    ['half of a pair, escaped', String.raw`\ud800`, 'application/json', 400, 'malformed', /cannot be stored/],
    ['a charset that is not read', Buffer.from('张三'), 'application/json; charset=shift_jis', 415, 'type', /shift_jis/],
    ['a charset that is none', 'a', 'application/json; charset=klingon', 415, 'type', /klingon/],
    [
      'UTF-8 under GBK',
      Buffer.from('租赁合同'),
      'application/json; charset=gb2312',
      400,
      'malformed',
      /is UTF-8, and not GB2312 as declared/,
    ],
    ['UTF-8 under Big5', Buffer.from('公证'), 'application/json; charset=big5', 400, 'malformed', /is UTF-8, and not BIG5/],
    ...['big5', 'Big5-HKSCS', 'cn-big5'].flatMap((charset): [string, Buffer, string, number, string, RegExp][] =>
      // 埗, 啲, an extension of ETEN, a byte that stands for none.
      ['96f5', '9df8', 'c6e7', 'b16996f5', '80'].map((hex) => [
        `${hex} in ${charset}`,
        Buffer.from(hex, 'hex'),
        `application/json; charset=${charset}`,
        400,
        'malformed',
        /^the body: has characters that [-BIG5CNHKS]+ does not define; send UTF-8$/,
      ]),
    ),
    ['what GB 18030 leaves to its users', Buffer.from('aaa1', 'hex'), 'application/json; charset=gbk', 400, 'malformed', /not define/],
    ['UTF-8 under Latin-1', Buffer.from('张三'), 'application/json; charset=latin1', 415, 'type', /latin1/],
  ])('is refused: %s', async (_case, name, contentType, status, code, message) => {
    expect(await users(json(name), contentType)).toMatchObject({
      status,
      body: { error: { code, message: expect.stringMatching(message) as string } },
    });
  });
});

const part = (head: string, value: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`, 'latin1'), Buffer.from(value), Buffer.from('\r\n')]);
const evidence = (title: Buffer, file = part('name="file"; filename="a.txt"\r\nContent-Type: text/plain', 'x'), type = '') =>
  make.client().send({
    method: 'POST',
    path: '/open/v1/evidence',
    body: Buffer.concat([part('name="unique_id"', uid()), part('name="user_id"', user), title, file, Buffer.from('--b--\r\n')]),
    contentType: `multipart/form-data; boundary=b${type}`,
  });
const stored = async (number: unknown) =>
  installation.db
    .selectFrom('evidence')
    .innerJoin('evidence_file', 'evidence_file.evidence_id', 'evidence.id')
    .selectAll()
    .where('evidence_file.role', '=', 'original')
    .where('evidence.number', '=', String(number))
    .executeTakeFirstOrThrow();

describe('a field of a multipart body', () => {
  it.each([
    ['UTF-8', part('name="title"', '张三'), ''],
    ['GBK, by the part', part('name="title"\r\nContent-Type: text/plain; charset=GBK', gbkName), ''],
    ['GBK, by the body', part('name="title"', gbkName), '; charset=gbk'],
    ['JSON', part('name="title"\r\nContent-Type: application/json', '"张三"'), ''],
  ])('is decoded by its charset: %s', async (_case, title, type) => {
    const answer = await evidence(title, undefined, type);
    expect(answer.status).toBe(200);
    expect(await stored(answer.body['baoquan'])).toMatchObject({ title: '张三' });
  });

  it.each([
    ['GBK undeclared', part('name="title"', gbkName), 400, /title: is not valid UTF-8/],
    ['HKSCS', part('name="title"\r\nContent-Type: text/plain; charset=big5', Buffer.from('96f5', 'hex')), 400, /title: .+ not define/],
    ['another charset', part('name="title"\r\nContent-Type: text/plain; charset=koi8-r', '张三'), 415, /title: the charset koi8-r/],
    ['a name of bytes', part('name="title\xff\xff"', 'a'), 400, /Content-Disposition: is not valid/],
    ['JSON that is none', part('name="title"\r\nContent-Type: application/json', '{'), 400, /./],
  ])('is refused: %s', async (_case, title, status, message) => {
    expect(await evidence(title)).toMatchObject({ status, body: { error: { message: expect.stringMatching(message) as string } } });
  });
});

describe('a part', () => {
  // pallets/werkzeug#2120: it would be preserved as its letters, under another hash.
  it.each([
    ['a field', part('name="title"\r\nContent-Transfer-Encoding: base64', '5byg'), undefined],
    ['a field', part('name="title"\r\nContent-Transfer-Encoding: quoted-printable', '=E5=BC=A0'), undefined],
    ['a file', part('name="title"', 'a'), part('name="file"; filename="a.txt"\r\nContent-Transfer-Encoding: BASE64', 'eA==')],
  ])('in another transfer encoding is refused, and nothing is kept: %s', async (_case, title, file) => {
    expect(await evidence(title, file)).toMatchObject({
      status: 415,
      body: { error: { code: 'type', message: expect.stringMatching(/Content-Transfer-Encoding .+ is not accepted/i) as string } },
    });
  });
  it('may say that its bytes are as they are', async () => {
    const title = part('name="title"\r\nContent-Transfer-Encoding: 8bit', '张三');
    expect((await evidence(title, part('name="file"; filename="a.txt"\r\nContent-Transfer-Encoding: binary', 'x'))).status).toBe(200);
  });
});

describe('the name of a file', () => {
  const named = (parameter: string) => part(`name="file"; ${parameter}\r\nContent-Type: text/plain`, 'x');
  it.each([
    [`filename="${Buffer.from('bacfcdac2e747874', 'hex').toString('latin1')}"`, '合同.txt'],
    ['filename="a.txt"; filename*=UTF-8\'\'%E5%90%88%E5%90%8C.txt', '合同.txt'],
    ['filename="=?UTF-8?B?5ZCI5ZCMLnR4dA==?="', '合同.txt'],
    ['filename="a%22b.txt"', 'a"b.txt'],
  ])('is read from %s', async (parameter, name) => {
    const answer = await evidence(part('name="title"', 'a'), named(parameter));
    expect(answer.status).toBe(200);
    expect(await stored(answer.body['baoquan'])).toMatchObject({ file_name: name });
  });
});

describe('a query of the console', () => {
  const ask = (query: string) => installation.app.inject({ url: `/api/ajax/search/find?${query}` });
  it.each(['keyword=%D6%D0', 'keyword=%E5%BC', 'keyword=a&page=%FF', '%D6%D0=1', 'keyword=%ED%A0%80', 'keyword=%C0%AF'])(
    'that is not UTF-8 is refused with words: %s',
    async (query) => {
      const reply = await ask(query);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ message: expect.stringContaining('UTF-8') as string });
    },
  );

  it.each(['keyword=%E4%B8%AD', 'keyword=100%', 'keyword=%25D6', 'keyword=a+b', ''])('in UTF-8 is read: %s', async (query) => {
    expect((await ask(query)).statusCode).toBe(200);
  });
});

describe('a form of the console', () => {
  const login = (payload: Buffer | string, type = 'application/x-www-form-urlencoded') =>
    installation.app.inject({ method: 'POST', url: '/api/login/login', headers: { 'content-type': type }, payload });
  it.each([
    ['raw bytes', Buffer.concat([Buffer.from('username='), gbkName])],
    ['escapes', 'username=%D5%C5%C8%FD'],
    ['a name', '%D5%C5=1'],
  ])('of GBK is refused with words: %s', async (_case, payload) => {
    const reply = await login(payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ message: expect.stringContaining('UTF-8') as string });
  });

  it('is decoded by its charset, or refused', async () => {
    const one = 'application/x-www-form-urlencoded; charset=';
    expect((await login('username=%D5%C5', `${one}gbk`)).statusCode).toBe(200);
    expect((await login('username=%E5%BC%A0+100%', `${one}UTF-8`)).statusCode).toBe(200);
    expect((await login('username=%D5%C5', `${one}shift_jis`)).statusCode).toBe(415);
  });
});
