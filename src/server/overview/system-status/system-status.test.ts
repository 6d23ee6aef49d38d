import { expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { endFinding, proxyFinding, publicAddressFinding } from './address-findings.ts';
import { databaseClockFinding, ntpFinding } from './clock-findings.ts';
import { databaseFindings, keyFindings, machineFindings } from './find-all.ts';
import { runCheck } from './finding.ts';
import { diskFinding } from './machine-findings.ts';
import { storageFindings } from './storage-findings.ts';

const installation = testApp();

it('shows role 1 the list of the command, what must be done first', async () => {
  const config = readConfig({ CAPTCHA_FIXED_CODE: 'test' });
  const admin = await installation.signIn('admin@example.com');
  const { code, data } = await admin.get<{ time: string; lines: { name: string; tone: string; text: string; advice: string }[] }>(
    '/api/ajax/system/getStatus',
  );
  expect(code).toBe(200);
  const findings = [...(await machineFindings(config, null)), ...(await databaseFindings(config, installation))];
  expect(data.lines.map(({ name }) => name).toSorted()).toEqual(findings.map(({ name }) => name).toSorted());
  expect(new Set(data.lines.map(({ name }) => name)).size).toBe(data.lines.length);
  expect(data.lines.map(({ tone }) => ['failed', 'wait', 'done', 'over'].indexOf(tone))).toEqual(
    data.lines.map(({ tone }) => ['failed', 'wait', 'done', 'over'].indexOf(tone)).toSorted(),
  );
  for (const { name, text } of data.lines) expect({ name, text }).not.toEqual({ name, text: '' });
  expect(data.lines.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      '系统版本',
      '数据库',
      '时钟同步',
      '数据库时钟',
      '数据磁盘',
      '文件存储',
      '取证浏览器',
      '对外地址',
      '反向代理',
      '机构签名密钥',
    ]),
  );
  const reviewer = await installation.signIn('reviewer@example.com');
  expect((await reviewer.get('/api/ajax/system/getStatus')).code).toBe(403);
});

it('has words in both languages, and something to do for what is not as it should be', async () => {
  const production = readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:9' });
  for (const { item, state, detail, text, todo, advice } of await machineFindings(production, null)) {
    expect({ item, detail: /\p{Script=Han}/u.test(detail), text: text.length > 0 }).toEqual({ item, detail: false, text: true });
    if (state !== 'ok' && state !== 'off')
      expect({ item, todo: todo !== undefined, advice: /\p{Script=Han}/u.test(advice ?? '') }).toEqual({ item, todo: true, advice: true });
  }
});

const disk = { item: 'disk', name: '数据磁盘' };
const size = { folder: '/data', sizeBytes: 100 * 2 ** 30, isWritable: true };
const certificate = { item: 'certificate', name: '证书' };
const now = new Date('2026-11-23T12:00:00Z');
const config = (env: Record<string, string>) => readConfig(env);

it.each([
  ['a disk that is nearly full', diskFinding(disk, { ...size, freeBytes: 4 * 2 ** 30 }), 'bad'],
  ['a disk that fills', diskFinding(disk, { ...size, freeBytes: 14 * 2 ** 30 }), 'warn'],
  ['a disk with room', diskFinding(disk, { ...size, freeBytes: 50 * 2 ** 30 }), 'ok'],
  ['a disk that is read-only', diskFinding(disk, { ...size, freeBytes: 50 * 2 ** 30, isWritable: false }), 'bad'],
  ['a clock that NTP keeps', ntpFinding({ state: 'synchronized', source: 'chronyc' }), 'ok'],
  ['a clock that nobody keeps', ntpFinding({ state: 'unsynchronized', source: 'chronyc' }), 'bad'],
  ['a clock that nobody speaks of', ntpFinding({ state: 'unknown', source: '' }), 'warn'],
  ['a database whose clock is a minute off', databaseClockFinding(-60, 0.01), 'bad'],
  ['a database whose clock agrees', databaseClockFinding(0.4, 0.01), 'ok'],
  ['a certificate that has ended', endFinding(certificate, new Date('2026-11-20T00:00:00Z'), now), 'bad'],
  ['a certificate that ends next week', endFinding(certificate, new Date('2026-11-30T00:00:00Z'), now), 'warn'],
  ['a certificate of next year', endFinding(certificate, new Date('2027-11-30T00:00:00Z'), now), 'ok'],
  ['no public address', publicAddressFinding(config({})), 'warn'],
  ['none in production', publicAddressFinding(config({ NODE_ENV: 'production' })), 'bad'],
  ['a local one in production', publicAddressFinding(config({ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:8080' })), 'bad'],
  ['one that others can open', publicAddressFinding(config({ PUBLIC_URL: 'https://notary.example' })), 'ok'],
  ['https without a trusted proxy', proxyFinding(config({ PUBLIC_URL: 'https://notary.example' }), null), 'bad'],
  ['headers of a proxy that is not trusted', proxyFinding(config({}), { isForwarded: true }), 'bad'],
  ['a trusted proxy that says nothing', proxyFinding(config({ TRUST_PROXY: '1' }), { isForwarded: false }), 'bad'],
  ['a trusted proxy that can be gone past', proxyFinding(config({ TRUST_PROXY: '1', HOST: '0.0.0.0' }), null), 'warn'],
  ['a trusted proxy', proxyFinding(config({ TRUST_PROXY: '1' }), { isForwarded: true }), 'ok'],
  ['no proxy', proxyFinding(config({}), { isForwarded: false }), 'ok'],
  ['a key without a password in production', keyFindings(config({ NODE_ENV: 'production' }))[0], 'bad'],
  ['a key with a password', keyFindings(config({ OFFICE_KEY_PASSWORD: 'long enough' }))[0], 'ok'],
])('judges %s', (_what, finding, state) => {
  expect(finding?.state).toBe(state);
  if (state !== 'ok') expect([finding?.todo, finding?.advice]).toEqual([expect.any(String), expect.any(String)]);
});

it('says so where a look fails, or has no answer in time', async () => {
  const line = { item: 'storage', name: '文件存储' };
  expect(await runCheck(line, () => Promise.reject(new Error('refused')))).toMatchObject([{ ...line, state: 'bad', detail: 'refused' }]);
  expect(await runCheck(line, () => new Promise(() => undefined), 1)).toMatchObject([{ state: 'bad', detail: 'no answer within 0.001 s' }]);
});

it('names a storage that is not there', async () => {
  const url = 's3://bucket?endpoint=http://127.0.0.1:1&accessKeyId=a&secretAccessKey=topsecret&forcePathStyle=1';
  const [finding] = await storageFindings(config({ STORAGE_URL: url }));
  expect(finding).toMatchObject({ state: 'bad', detail: expect.stringContaining('ECONNREFUSED') as string });
  expect(JSON.stringify(finding)).not.toContain('topsecret');
});
