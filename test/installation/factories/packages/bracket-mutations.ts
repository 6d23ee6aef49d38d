import { encodeMark, parseMark } from '../../../../src/domain/proof/marks/mark.ts';
import { packageNames as names } from '../../../../src/domain/proof/evidence/package-names.ts';
import { dayMs } from '../../../../src/domain/kit/text/time.ts';
import { cut, digit, doubt, edited, falls, flip, fromForeign, fromOther, fromSame } from './mutation-tools.ts';
import type { eightKinds } from './eight-kinds.ts';
import { lost, replaced, unknown, unread, without, type Files, type Mutation, type Named } from './mutation-tools.ts';

/** Tokens over a package's own checkpoint, by their names among the files of another office. */
export const tokens = ['ended', 'early', 'fast'] as const;
export type TokenName = (typeof tokens)[number];

/** The mark contains the newest checkpoint of its time, which is one of those that must be consistent; a changed file leaves that open. */
/** The signed list says that the mark was changed, so it convicts nothing. */
const ofMark = { notBefore: unknown, appendOnly: doubt, clock: doubt } as const;
const signs = { ownFormat: lost, ownLength: unread, ownTime: lost, ownEditor: unread } as const;
/** Nothing that the log signed can be checked, the mark included, and nothing contradicts it. */
const withoutKey: Mutation['turns'] = {
  notBefore: unknown,
  notAfter: unknown,
  inLog: unknown,
  checkpointSigned: unknown,
  appendOnly: unknown,
  officeInLog: unknown,
  qualification: doubt,
  security: doubt,
};
const mark = () => names.mark;
const logKey = () => names.logKey;
const captureLog = () => 'capture-log.jsonl';
const original: Named = (files) => [...files.keys()].find((name) => name.startsWith('original-1.'));

/** Mutations of the mark of an evidence, and of the tokens that prove its two times. */
const bracketRows: readonly Mutation[] = [
  { name: '时间标记改动一个数字', change: digit(mark, '"salt":"'), turns: ofMark },
  { name: '时间标记换成另一份证据的', change: fromOther(mark), turns: ofMark },
  { name: '时间标记换成另一家的', change: fromForeign(mark), turns: ofMark },
  { name: '时间标记换成超过一天的', change: replaced(mark, aged), turns: ofMark, reason: '与证据详情写明的时间标记不同' },
  { name: '时间标记被截断', change: cut(mark), turns: { notBefore: unknown, appendOnly: doubt } },
  {
    name: '时间标记被撑大',
    change: replaced(mark, (bytes) => Buffer.concat([bytes, Buffer.alloc(2_000_000, ' ')])),
    turns: { notBefore: unknown, appendOnly: doubt },
  },
  // Without the mark's checkpoint there is only one, with nothing to compare.
  { name: '删去时间标记', change: without(mark), turns: { notBefore: unknown, appendOnly: unknown } },
  {
    name: '时间标记的时间戳换成检查点的',
    change: fromSame(() => names.markTimestamp, names.timestamp),
    turns: { notBefore: unknown, clock: doubt },
  },
  {
    name: '删去时间标记的时间戳',
    change: without(
      () => names.markTimestamp,
      () => names.markTimestampChain,
    ),
    turns: { notBefore: unknown },
  },
  { name: '删去时间标记时间戳的证书链', change: without(() => names.markTimestampChain), turns: { notBefore: unknown } },
  {
    name: '明细写明另一个时间标记',
    change: digit(() => 'details.json', '"mark":"'),
    // The device of a capture comes from the report of its environment.
    turns: {
      sameHash: falls,
      notBefore: doubt,
      clock: doubt,
      submitter: doubt,
      device: (before, kind) => (kind === 'web' ? before : doubt(before)),
    },
  },
  { name: '原始文件换成另一份证据的', change: fromOther(original), turns: { sameHash: falls, notBefore: doubt, clock: doubt, ...signs } },
  { name: '日志公钥改动一个字节', change: flip(logKey, 0.5), turns: { ...withoutKey, clock: doubt, stamped: doubt } },
  { name: '删去日志公钥', change: without(logKey), turns: withoutKey, reason: '缺少“log-key.txt”，无从核对' },
  { name: '删去一致性证明', change: without(() => names.consistency), turns: { appendOnly: unknown } },
  {
    name: '时间戳换成时间标记的',
    change: fromSame(() => names.timestamp, names.markTimestamp),
    turns: { stamped: doubt, notAfter: unknown, notBefore: doubt, clock: doubt },
  },
  {
    name: '时间戳由证书已经到期的机构签发',
    change: stampedBy('ended'),
    turns: { stamped: doubt, notAfter: unknown, notBefore: doubt, clock: doubt },
    reason: '当时不在有效期内',
  },
  // The token is valid under its own authority, but it is not the file that was signed for, and it proves that the evidence existed before
  // its mark.
  {
    name: '时间戳换成早于时间标记的',
    change: stampedBy('early'),
    turns: { stamped: doubt, notAfter: doubt, notBefore: doubt, clock: doubt },
  },
  {
    name: '时间戳的时钟快一年',
    change: stampedBy('fast'),
    turns: { stamped: doubt, notAfter: doubt, notBefore: doubt, clock: doubt },
  },
  {
    name: '审查说明所称的时刻改晚一百年',
    change: edited(() => names.dossier, '"moment": "20', '"moment": "21'),
    // The certificate of the authority has expired meanwhile, and nothing renewed the record.
    turns: { renewed: doubt },
    reason: '审查说明写的是“成立”，按证据包推得“无法判断”',
  },
];

/** Both lines that are based on credentials of the office. */
const ofCredentials = { qualification: doubt, security: doubt } as const;
const list = () => names.credentials;
const licence: Named = (files) => pictureOf(files, 'licence');

/** Mutations of the credentials: their line is no stronger than the content of the log. */
const credentialRows: readonly Mutation[] = [
  { name: '伪造机构资质的编号', change: digit(list, '"number":"样例-'), turns: ofCredentials },
  { name: '机构资质的有效期延长', change: edited(list, '2099-12-31', '2199-12-31'), turns: ofCredentials },
  { name: '机构资质改成存证之前到期', change: edited(list, '2099-12-31', '2025-12-31'), turns: ofCredentials },
  { name: '机构资质清单换成另一家的', change: fromForeign(list), turns: ofCredentials },
  {
    name: '机构资质清单及其证明换成另一家的',
    change: (files, { foreign }) => new Map([...files, ...[...foreign].filter(([name]) => name.startsWith('credentials.'))]),
    turns: { ...ofCredentials, appendOnly: doubt },
  },
  { name: '机构资质清单被截断', change: cut(list), turns: ofCredentials },
  { name: '删去机构资质清单', change: without(list), turns: ofCredentials },
  { name: '删去机构资质清单的包含证明', change: without(() => names.credentialsProof), turns: ofCredentials },
  {
    name: '机构资质清单的包含证明换成签名证书的',
    change: fromSame(() => names.credentialsProof, names.officeProof),
    turns: { ...ofCredentials, appendOnly: doubt },
  },
  { name: '执业许可证的图片改动一个字节', change: flip(licence), turns: { qualification: doubt } },
  { name: '执业许可证的图片换成另一家的', change: fromForeign(licence), turns: { qualification: doubt } },
  { name: '执业许可证的图片换成等级保护的', change: replacedBy('protection'), turns: { qualification: doubt } },
  // The log contains the list; a picture only illustrates it.
  { name: '删去执业许可证的图片', change: without(licence), turns: {}, reason: '缺少' },
];

/** Mutations that only captures have: a log that names the mark and the clocks, and a picture with a margin. */
const captureRows: readonly Mutation[] = [
  {
    name: '取证日志的时间标记改动',
    change: digit(captureLog, '"sha256":"'),
    turns: { sameHash: falls, notBefore: doubt, clock: doubt },
  },
  {
    name: '取证机的时钟改晚一百年',
    change: edited(captureLog, '"host":"20', '"host":"21'),
    turns: { sameHash: falls, notBefore: doubt, clock: doubt },
  },
  {
    name: '删去取证日志',
    change: without(captureLog),
    turns: { sameHash: unknown, notBefore: doubt },
    reason: '缺少“capture-log.jsonl”，无从核对',
  },
  {
    name: '删去截图',
    change: without(original),
    turns: { sameHash: unknown, notBefore: doubt, clock: doubt, ...signs },
    reason: '缺少“original-1.png”，无从核对',
  },
  {
    name: '截图换成网页',
    change: replaced(original, () => Buffer.from('<h1>网页</h1>')),
    turns: { sameHash: falls, notBefore: doubt, clock: doubt, ...signs },
  },
];

/** For evidence with a mark, of an office with credentials: every evidence of this kind has all files that the rows change. */
export function bracketMutations(kind: (typeof eightKinds)[number]): readonly Mutation[] {
  return [...bracketRows, ...credentialRows, ...(kind === 'web' ? captureRows : [])];
}

/** The same mark, made two days earlier: a mark older than a day is not accepted. */
function aged(bytes: Buffer): Buffer | undefined {
  const read = parseMark(bytes);
  if (!read.ok) return undefined;
  return Buffer.from(encodeMark({ ...read.value, madeAt: new Date(Date.parse(read.value.madeAt) - 2 * dayMs).toISOString() }));
}

function stampedBy(token: TokenName): Mutation['change'] {
  return (files, { foreign }) => {
    const [der, chain] = [foreign.get(`${token}.tsr`), foreign.get(`${token}.pem`)];
    return der && chain ? new Map([...files, [names.timestamp, der], [names.timestampChain, chain]]) : null;
  };
}

function replacedBy(kind: string): Mutation['change'] {
  return (files, others) => replaced(licence, () => files.get(pictureOf(files, kind) ?? ''))(files, others);
}

/** The picture's file name, from the list in the package. */
function pictureOf(files: Files, kind: string): string | undefined {
  const { credentials } = JSON.parse(files.get(names.credentials)?.toString() ?? '{"credentials":[]}') as {
    credentials: { id: string; kind: string }[];
  };
  const id = credentials.find((one) => one.kind === kind)?.id;
  return id === undefined ? undefined : `credential-${id}.jpg`;
}
