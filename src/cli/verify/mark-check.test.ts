import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { inFolder } from '../../../test/installation/factories/certificate.ts';
import { tool } from '../../../test/installation/tool.ts';
import { foreignWords } from '../../../test/installation/factories/chinese.ts';
import { aFile, evidenceMaker, uid } from '../../../test/installation/factories/evidence.ts';
import { markedCapture, newMark, type Shown } from '../../../test/installation/factories/marked.ts';
import { grow, packageOf } from '../../../test/installation/factories/package.ts';
import { startAuthority, type Authority } from '../../../test/installation/servers/timestamp-authority.ts';
import { zipOf, type ZipFile } from '../../../test/installation/zip.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { readBracket } from '../../server/custody/marks/mark-facts.ts';
import { anchorOf } from '../../server/custody/log/append.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { readExactZip } from '../../domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../server/platform/zip/zip-content.ts';
import { withZipFile } from '../../server/platform/zip/zip-file.ts';
import { printed, type Line } from '../../domain/proof/verify/line.ts';
import { verifyPackage } from './verify-package.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const [openssl, python] = [tool('openssl'), tool('python3')];
const labels = [
  '时间标记属于该证据',
  '时间标记的检查点早于该证据',
  '可信时间戳针对时间标记的检查点',
  '证据含有时间标记',
  '时间夹逼成立',
  '取证机时钟可以作为依据',
];
let authority: Authority;
let folder: string;
let user: string;
/** One made without an authority, and two made with one. */
const packages = {} as Record<'bare' | 'whole' | 'other', ZipFile[]>;
const numbers = {} as Record<'whole', string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-marked-'));
  await make.open();
  user = await make.user('personal');
  authority = await startAuthority();
  await grow(installation);
  const bare = await captured({}, false);
  packages.bare = await filesOf(bare);
  await stamp();
  numbers.whole = await captured();
  packages.whole = await filesOf(numbers.whole);
  packages.other = await filesOf(await captured());
});
afterAll(async () => {
  await authority?.stop();
  await rm(folder, { recursive: true, force: true });
});

const stamp = () => requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
async function captured(shown: Shown = {}, isStamped = true): Promise<string> {
  const number = await markedCapture(installation, user, await newMark(installation), shown);
  await grow(installation);
  if (isStamped) await stamp();
  return number;
}
async function filesOf(number: string): Promise<ZipFile[]> {
  const path = join(folder, `${number}.zip`);
  await writeFile(path, await packageOf(installation, number));
  return withZipFile(path, async (source) =>
    Promise.all((await readExactZip(source)).map(async (entry) => ({ name: entry.name, bytes: (await entryBytes(source, entry)).value }))),
  );
}
let serial = 0;
async function verify(files: readonly ZipFile[], rootsPem: string | undefined = authority.rootsPem) {
  const path = join(folder, `${(serial += 1)}.zip`);
  await writeFile(path, zipOf(files));
  return verifyPackage(path, { tsaRootsPem: rootsPem, logKey: bytesOf(files, names.logKey).toString().trim() });
}
const bytesOf = (files: readonly ZipFile[], name: string): Buffer => files.find((file) => file.name === name)?.bytes ?? Buffer.alloc(0);
const without = (files: readonly ZipFile[], ...gone: string[]) => files.filter(({ name }) => !gone.includes(name));
const replaced = (files: readonly ZipFile[], name: string, bytes: Buffer) =>
  files.map((file) => (file.name === name ? { name, bytes } : file));
const edited = (files: readonly ZipFile[], name: string, edit: (text: string) => string) =>
  replaced(files, name, Buffer.from(edit(bytesOf(files, name).toString())));
/** Outcomes of the mark's lines in order; missing lines are skipped. */
const outcomes = (lines: readonly Line[]) =>
  labels.flatMap((label) => lines.filter((line) => line.label === label).map(({ outcome }) => outcome));
const lineOf = (lines: readonly Line[], label: string) => lines.find((line) => line.label === label);

describe('a capture with a mark', () => {
  it('is between two times that an authority vouches for, line by line, in Chinese', async () => {
    const report = await verify(packages.whole);
    expect(outcomes(report.lines)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass', 'pass']);
    expect(report.verdict).toBe('match');
    expect(lineOf(report.lines, '时间夹逼成立')?.reason).toMatch(/^不早于 .*（北京时间），不晚于 .*（北京时间），相隔 /);
    const fileNames = packages.whole.map(({ name }) => name);
    expect(report.lines.map(printed).filter((text) => foreignWords(text.replace(/^\S+ {2}/, ''), fileNames).length > 0)).toEqual([]);
  });

  it('says the same out of the installation’s own rows as out of the package', async () => {
    const { log_entry } = await installation.db
      .selectFrom('evidence')
      .select('log_entry')
      .where('number', '=', numbers.whole)
      .executeTakeFirstOrThrow();
    const anchor = await anchorOf(installation.db, log_entry, true);
    const facts = await readBracket(installation.db, numbers.whole, anchor);
    expect((await verify(packages.whole)).bracket).toEqual(facts);
  });

  it('without an authority is between no two times: 无法判断, never 成立', async () => {
    const report = await verify(packages.bare);
    expect(outcomes(report.lines)).toEqual(['pass', 'pass', 'not-run', 'pass', 'not-run', 'pass']);
    expect(lineOf(report.lines, '时间夹逼成立')?.reason).toContain('没有可信时间戳，也没有足够的见证');
    expect(report.verdict).not.toBe('mismatch');
  });

  it.each<[string, (files: ZipFile[]) => ZipFile[], string[]]>([
    ['a digit of the mark', (files) => edited(files, names.mark, flippedSalt), ['fail', 'pass', 'pass', 'fail', 'fail', 'not-run']],
    ['a mark that is no mark', (files) => replaced(files, names.mark, Buffer.from('{}')), ['fail']],
    ['a mark with a blank more', (files) => edited(files, names.mark, (text) => `${text} `), ['fail']],
    ['a missing mark', (files) => without(files, names.mark), ['fail']],
    [
      'the mark and token of another capture',
      (files) =>
        [names.mark, names.markTimestamp, names.markTimestampChain].reduce(
          (all, name) => replaced(all, name, bytesOf(packages.other, name)),
          files,
        ),
      ['fail', 'fail', 'pass', 'fail', 'fail', 'not-run'],
    ],
    [
      'the token of the anchor in the place of the mark’s',
      (files) => replaced(files, names.markTimestamp, bytesOf(files, names.timestamp)),
      ['pass', 'pass', 'fail', 'pass', 'fail', 'not-run'],
    ],
    [
      'a missing token',
      (files) => without(files, names.markTimestamp, names.markTimestampChain),
      // Missing, it contradicts nothing.
      ['pass', 'pass', 'fail', 'pass', 'not-run', 'pass'],
    ],
    [
      'a token without its chain',
      (files) => without(files, names.markTimestampChain),
      ['pass', 'pass', 'not-run', 'pass', 'not-run', 'pass'],
    ],
    [
      'a missing token of the anchor',
      (files) => without(files, names.timestamp, names.timestampChain),
      ['pass', 'pass', 'pass', 'pass', 'not-run', 'pass'],
    ],
    [
      'a log that names no mark',
      (files) => edited(files, 'capture-log.jsonl', (text) => text.replace('"event":"mark"', '"event":"mask"')),
      ['pass', 'pass', 'pass', 'fail', 'fail', 'not-run'],
    ],
    [
      'a log that names it when the browser runs',
      (files) => edited(files, 'capture-log.jsonl', (text) => text.replace('"event":"begin"', '"event":"browser"')),
      ['pass', 'pass', 'pass', 'fail', 'fail'],
    ],
    [
      'a picture of another capture',
      (files) => replaced(files, 'original-1.png', bytesOf(packages.other, 'original-1.png')),
      ['pass', 'pass', 'pass', 'fail', 'fail', 'not-run'],
    ],
    [
      'a page in the place of the picture',
      (files) => replaced(files, 'original-1.png', Buffer.from('<h1>page</h1>')),
      ['pass', 'pass', 'pass', 'fail', 'fail', 'not-run'],
    ],
    ['a missing log of the capture', (files) => without(files, 'capture-log.jsonl'), ['pass', 'pass', 'pass', 'not-run', 'not-run']],
    ['a missing picture', (files) => without(files, 'original-1.png'), ['pass', 'pass', 'pass', 'not-run', 'not-run', 'not-run']],
    [
      'details that name no mark',
      (files) => edited(files, 'details.json', (text) => text.replace('"mark":', '"mask":')),
      ['fail', 'pass', 'pass', 'pass', 'fail', 'not-run'],
    ],
  ])('%s turns its lines', async (_, change, wanted) => {
    const changed = change(packages.whole);
    const report = await verify(changed);
    expect(outcomes(report.lines)).toEqual(wanted);
    // What is only missing contradicts nothing.
    expect(report.verdict).toBe(changed.length < packages.whole.length ? 'undecided' : 'mismatch');
  });

  it.each([
    ['log-key.txt', '日志公钥属于出具机构'],
    ['office.pem', '校验清单的签名有效'],
    ['original-1.png', '证据含有时间标记'],
    ['capture-log.jsonl', '证据含有时间标记'],
  ])('%s that is missing is no accusation', async (name, label) => {
    const files = without(packages.whole, name);
    const path = join(folder, `${(serial += 1)}.zip`);
    await writeFile(path, zipOf(files));
    for (const logKey of [undefined, bytesOf(packages.whole, names.logKey).toString().trim()]) {
      const { lines, verdict, dossier } = await verifyPackage(path, { tsaRootsPem: authority.rootsPem, ...(logKey && { logKey }) });
      expect(lineOf(lines, label)).toMatchObject({ outcome: 'not-run', reason: `证据包缺少“${name}”，无从核对` });
      expect(verdict).toBe('undecided');
      expect(dossier.lines.filter(({ 结论 }) => 结论 === '不成立')).toEqual([]);
    }
  });

  it('whose log or margin is another mark’s from the beginning fails, however whole its package is', async () => {
    const foreign = (await newMark(installation)).hash;
    for (const shown of [{ log: foreign }, { margin: foreign }, { margin: null }, { log: null }]) {
      const report = await verify(await filesOf(await captured(shown)));
      expect(outcomes(report.lines)).toEqual(['pass', 'pass', 'pass', 'fail', 'fail', 'pass']);
    }
  });

  it.each<[string, Shown, Line['outcome'], string]>([
    ['two days slow', { clocks: { host: at(-172_800_000) } }, 'not-run', '慢 2 天'],
    ['an hour fast', { clocks: { host: at(3_600_000) } }, 'not-run', '快 '],
    ['right by a target that is another machine', {}, 'pass', '目标网站是另一台机器（某网站 解析到 93.184.216.34）'],
    ['right by two tokens', { clocks: { ntp: 'unknown', target: null } }, 'pass', '证明它们的是第三方时间戳，“不晚于”的由“'],
  ])('says of a clock that is %s what the dossier says, and the bracket holds', async (_, shown, outcome, words) => {
    const report = await verify(await filesOf(await captured(shown)));
    expect(outcomes(report.lines)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass', outcome]);
    const line = lineOf(report.lines, '取证机时钟可以作为依据');
    expect(line?.reason).toContain(words);
    const stated = report.dossier.lines.find(({ 审查要点 }) => 审查要点 === '取证时的时钟是否准确');
    expect([stated?.结论 === '成立' ? 'pass' : 'not-run', stated?.说明]).toEqual([line?.outcome, `${line?.reason ?? ''}。`]);
    expect(report.verdict).toBe('match');
  });

  it.each<[string, Shown]>([
    ['a target on this machine', { resolved: '127.0.0.1 解析到内部网络地址 127.0.0.1' }],
    ['a target in its network', { resolved: '某网站 解析到内部网络地址 10.1.2.3' }],
    ['nothing but the state of NTP', { clocks: { target: null } }],
  ])('compares a clock with another machine’s and not with its own: %s', async (_, shown) => {
    // Without an authority there are no tokens either.
    const report = await verify(await filesOf(await captured(shown, false)), undefined);
    expect(lineOf(report.lines, '取证机时钟可以作为依据')).toMatchObject({
      outcome: 'not-run',
      reason: expect.stringMatching(/NTP 已同步.+NTP 的状态只是取证机自己的报告；须有另一台机器/) as string,
    });
  });

  it.skipIf(openssl.isMissing || python.isMissing)('is checked by sha256sum and openssl ts, as the instructions say', async () => {
    const contents = Object.fromEntries(packages.whole.map(({ name, bytes }) => [name, bytes]));
    const text = bytesOf(packages.whole, names.instructions).toString();
    const part = text.slice(text.indexOf('## 时间标记'), text.indexOf('## 四'));
    const commands = [...part.matchAll(/^ {4}(\S.*)$/gm)].map(([, command = '']) => command);
    expect(commands).toHaveLength(3);
    const { stdout } = await inFolder(contents, (cwd) => promisify(execFile)('sh', ['-c', commands.join(' && ')], { cwd }));
    expect(stdout).toContain('Verification: OK');
    const [hash = ''] = /[0-9a-f]{64}/.exec(stdout) ?? [];
    expect(part).toContain(`应为 ${hash}。`);
  });
});

describe('a file that was handed in with a mark', () => {
  async function take(bytesOf: (mark: string) => Buffer): Promise<string> {
    const { body } = await make.client().post('/open/v1/marks', { unique_id: uid(), user_id: user });
    return make.evidence(user, { mark: String(body['code']) }, aFile({ bytes: bytesOf(String(body['mark'])) }));
  }
  async function handedIn(bytesOf: (mark: string) => Buffer): Promise<ZipFile[]> {
    const number = await take(bytesOf);
    await grow(installation);
    await stamp();
    return filesOf(number);
  }

  it('that shows it is between two times, and no clock is spoken of', async () => {
    const report = await verify(await handedIn((mark) => Buffer.concat([randomBytes(300_000), Buffer.from(mark, 'hex'), randomBytes(99)])));
    // Whoever handed the file in put the mark into its bytes: it dates the bytes, not what they show.
    expect(outcomes(report.lines)).toEqual(['pass', 'pass', 'pass', 'pass', 'not-run']);
    expect(lineOf(report.lines, '时间夹逼成立')?.reason).toContain('只证明文件在此后封装，不证明内容在此后形成');
    expect(lineOf(report.lines, '证据含有时间标记')).toMatchObject({
      subject: 'original-1.mp3',
      reason: expect.stringMatching(/^时间标记在文件的第 300,\d{3} 字节处.*，是它的哈希$/) as string,
    });
    expect(report.verdict).toBe('match');
  });

  it.each<[string, (mark: string) => Buffer, RegExp]>([
    ['in a tag of a film', (mark) => tagged(mark), /^时间标记在文件的元数据（MP4 的 moov\/udta\/©cmt 盒）中，第 \d+ 字节处/],
    [
      'behind the end of a film',
      (mark) => Buffer.concat([tagged('none'), Buffer.from(mark)]),
      /^时间标记在 MP4 的内容结束之后，附加在文件末尾/,
    ],
    ['in a text', (mark) => Buffer.from(`一\n二 ${mark}\n`), /^时间标记在文本的第 2 行，第 \d+ 字节处/],
  ])('says %s where the mark stands, and so does the dossier of the office', async (_, bytes, words) => {
    const files = await handedIn(bytes);
    const report = await verify(files);
    expect(lineOf(report.lines, '证据含有时间标记')?.reason).toMatch(words);
    expect(lineOf(report.lines, '时间夹逼成立')?.reason).toMatch(new RegExp(words.source.slice(1)));
    expect(report.dossier.faults).toEqual([]);
    expect(report.verdict).toBe('match');
    expect(bytesOf(files, names.dossier).toString()).toMatch(new RegExp(words.source.slice(1)));
  });

  it('is looked up where the place was not recorded, and then is', async () => {
    const number = await take((mark) => Buffer.from(`${mark}\n`));
    const row = () => installation.db.selectFrom('mark').select('place').where('used_by', '=', number).executeTakeFirstOrThrow();
    const recorded = await row();
    expect(recorded.place).toMatchObject({ in: 'file', kind: 'text', line: 1, offset: 0 });
    await installation.db.updateTable('mark').set({ place: null }).where('used_by', '=', number).execute();
    await grow(installation);
    await stamp();
    const report = await verify(await filesOf(number));
    expect(report.dossier.faults).toEqual([]);
    expect(await row()).toEqual(recorded);
  });

  it('that does not is 未绑定: 无法判断, never 成立', async () => {
    const report = await verify(await handedIn(() => randomBytes(5000)));
    expect(outcomes(report.lines)).toEqual(['pass', 'pass', 'pass', 'not-run', 'not-run']);
    expect(lineOf(report.lines, '时间夹逼成立')?.reason).toContain('未绑定');
    expect(report.bracket.mark?.binding).toBe('unbound');
    expect(report.verdict).toBe('match');
  });
});

/** Boxes of a film that nobody can play. */
function tagged(comment: string): Buffer {
  const box = (type: string, ...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + content.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const film = [box('ftyp', Buffer.from('mp42\0\0\0\0')), box('mdat', randomBytes(400))];
  return Buffer.concat([...film, box('moov', box('udta', box('\u00a9cmt', Buffer.from(comment))))]);
}

function at(offMs: number): string {
  return new Date(Date.now() + offMs).toISOString();
}

function flippedSalt(text: string): string {
  return text.replace(/"salt":"(.)/, (_, first: string) => `"salt":"${first === '0' ? '1' : '0'}`);
}
