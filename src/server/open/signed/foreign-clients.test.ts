import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { intakeClient, multipartBody } from '../../../../test/installation/intake.ts';
import { listening } from '../../../../test/installation/raw-upload.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { grant } from '../../business/points/ledger.ts';
import { newCredential } from '../../business/users/credentials.ts';

const installation = testApp();
const key = newCredential();
let folder = '';
let port = 0;
let mobiles = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreign-clients-'));
  await installation.db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '测试平台' })
    .execute();
  port = await listening(installation.app);
});
afterAll(() => rm(folder, { recursive: true }));

/** A call that registers a user, and one that preserves a file for them, with their headers. */
function registration(): { readonly body: Buffer; readonly headers: Record<string, string> } {
  mobiles += 1;
  const user = { unique_id: randomBytes(8).toString('hex'), type: 1, mobile: String(13_900_000_000 + mobiles), name: '张三' };
  const body = Buffer.from(JSON.stringify(user));
  return { body, headers: signed('/open/v1/users', body, 'application/json; charset=utf-8') };
}

function signed(path: string, body: Buffer, contentType: string): Record<string, string> {
  return intakeClient(installation.app, key).headersOf({ method: 'POST', path, body, contentType });
}

const url = (path: string) => `http://127.0.0.1:${port}${path}`;
const curl = tool('curl');

async function withCurl(path: string, { body, headers }: ReturnType<typeof registration>, words: readonly string[]): Promise<string> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const running = spawn(curl.path, [
    '-sS',
    '--max-time',
    '60',
    '-w',
    '\n%{http_code}',
    '--data-binary',
    '@-',
    ...given,
    ...words,
    url(path),
  ]);
  running.stdin.end(body);
  let said = '';
  running.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  running.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((resolve) => running.on('close', resolve));
  return said;
}

describe.skipIf(curl.isMissing)(`curl${curl.note}`, () => {
  it.each([
    // golang/go#38064, helidon-io/helidon#9354, h2o/h2o#2733: an upgrade to h2c offered with a body.
    ['an upgrade to HTTP/2', ['--http2']],
    // yhirose/cpp-httplib#349, dotnet/aspnetcore#37126.
    ['Expect: 100-continue', ['-H', 'Expect: 100-continue']],
    // psf/requests and square/okhttp stream bodies whose length they do not know.
    ['a chunked body', ['-H', 'Transfer-Encoding: chunked']],
    ['a chunked body, Expect and an upgrade', ['-H', 'Transfer-Encoding: chunked', '-H', 'Expect: 100-continue', '--http2']],
    ['HTTP/1.0', ['--http1.0']],
    ['an answer that may be packed', ['--compressed']],
    ['a proxy connection header', ['-H', 'Proxy-Connection: keep-alive', '-H', 'TE: trailers']],
  ])('registers a user with %s', async (_name, words) => {
    expect(await withCurl('/open/v1/users', registration(), words)).toMatch(/"user_id":"\d+"[^]*\n200$/);
  });

  it('is told why an expectation is not met', async () => {
    expect(await withCurl('/open/v1/users', registration(), ['-H', 'Expect: 200-ok'])).toMatch(/\n417$/);
  });

  it('is answered before it sends a body that nobody would read', async () => {
    const { headers } = registration();
    const said = await withCurl('/open/v1/nothing', { body: Buffer.alloc(5_000_000), headers }, ['-H', 'Expect: 100-continue']);
    expect(said).toMatch(/"unknown"[^]*\n404$/);
  });
});

const java = tool('java');

it.skipIf(java.isMissing)(`the HttpClient of Java, which offers HTTP/2 with its first body, and streams${java.note}`, async () => {
  const calls = [registration(), registration()];
  const source = join(folder, 'Call.java');
  await writeFile(source, program);
  const given = calls.flatMap(({ body, headers }) => [
    body.toString('base64'),
    Buffer.from(JSON.stringify(Object.entries(headers))).toString(),
  ]);
  const { stdout } = await promisify(execFile)(java.path, [source, url('/open/v1/users'), ...given]);
  expect(stdout.trim().split('\n')).toEqual([expect.stringMatching(/^200 .*"user_id"/), expect.stringMatching(/^200 .*"user_id"/)]);
});

/** Sends the first body with its length, and the second one as a stream without. */
const program = `
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.*;
import java.util.Base64;
import java.util.regex.*;

public class Call {
  public static void main(String[] given) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    for (int at = 1; at < given.length; at += 2) {
      byte[] body = Base64.getDecoder().decode(given[at]);
      var sent = at == 1 ? HttpRequest.BodyPublishers.ofByteArray(body)
        : HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
      HttpRequest.Builder call = HttpRequest.newBuilder(URI.create(given[0])).POST(sent).expectContinue(at > 1);
      Matcher header = Pattern.compile("\\\\[\\"([^\\"]+)\\",\\"([^\\"]+)\\"\\\\]").matcher(given[at + 1]);
      while (header.find()) call.header(header.group(1), header.group(2));
      HttpResponse<String> answer = client.send(call.build(), HttpResponse.BodyHandlers.ofString());
      System.out.println(answer.statusCode() + " " + answer.body());
    }
  }
}
`;

describe.skipIf(curl.isMissing)(`files by curl${curl.note}`, () => {
  it.each([
    ['chunked', ['-H', 'Transfer-Encoding: chunked']],
    ['with an upgrade to HTTP/2', ['--http2']],
    ['with an expectation', ['-H', 'Expect: 100-continue']],
  ])('a multipart body %s', async (_name, words) => {
    const user = await intakeClient(installation.app, key).post('/open/v1/users', JSON.parse(String(registration().body)));
    const userId = String(user.body['user_id']);
    const file = { bytes: randomBytes(300_000), name: '合同.bin', mediaType: 'application/octet-stream' };
    const fields = { unique_id: randomBytes(8).toString('hex'), user_id: userId, title: '合同' };
    const body = multipartBody('b123', fields, { file });
    const headers = signed('/open/v1/evidence', body, 'multipart/form-data; boundary=b123');
    await installation.db.updateTable('users').set({ status: 'approved' }).where('id', '=', userId).execute();
    await installation.db.transaction().execute((tx) => grant(tx, { userId, points: 9, source: 'giftContract', reference: userId }));
    const sent = withCurl('/open/v1/evidence', { body, headers }, words);
    expect(await sent).toMatch(new RegExp(`"sha256":"${createHash('sha256').update(file.bytes).digest('hex')}"[^]*\n200$`));
  });
});
