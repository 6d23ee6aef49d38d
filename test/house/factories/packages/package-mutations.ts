import type { AnyEvidenceKind } from '../../../../src/domain/codes/evidence.ts';
import type { Finding } from '../../../../src/domain/dossier/line.ts';
import type { LineName } from '../../../../src/domain/dossier/lines/registry.ts';
import { packageNames as names } from '../../../../src/domain/evidence/package-names.ts';

/** Files of a package by name, in its order. */
export type Files = ReadonlyMap<string, Buffer>;

/** What a mutation is made with: another package of the same office, and one of another office. */
export interface Others {
  readonly same: Files;
  readonly foreign: Files;
}

/** Somebody's hand in a package. */
export interface Mutation {
  readonly name: string;
  /** Null where the package has nothing of the kind. */
  readonly change: (files: Files, others: Others) => Files | null;
  /** What each line becomes that turns, given what it was; every other line stays as it was. */
  readonly turns: Partial<Record<LineName, (before: Finding, kind: AnyEvidenceKind) => Finding>>;
  /** What the verifier says of the package's own dossier: part of a reason. */
  readonly told?: string;
}

/** What held is doubted. */
const doubt = (before: Finding): Finding => (before === '成立' ? '无法判断' : before);
/** Nothing is left to tell by, except that the question does not arise. */
const lost = (before: Finding): Finding => (before === '不涉及' ? before : '无法判断');
const unknown = (): Finding => '无法判断';
const falls = (): Finding => '不成立';
/** Falls where there was something to fall. */
const breaks = (before: Finding): Finding => (before === '成立' ? '不成立' : before);

const signs = { ownFormat: lost, ownLength: lost, ownTime: lost, ownEditor: lost } as const;
/** Lines that rest on the office's record: of a capture the transfer does not, and lengths do of recordings alone. */
const ofRecord: Mutation['turns'] = {
  submitter: doubt,
  reread: doubt,
  custody: doubt,
  transfer: (before, kind) => (kind === 'web' ? before : doubt(before)),
  ownLength: (before, kind) => (kind === 'process' || kind === 'move' ? doubt(before) : before),
};
/** Of a capture the device is told by the report. */
const deviceOfDetails: Mutation['turns'] = { device: (before, kind) => (kind === 'web' ? before : doubt(before)) };

/**
 * The table: what is done, and exactly the lines that turn. A subject adds its mutations here.
 */
export const mutations: readonly Mutation[] = [
  { name: '原始文件改动一个字节', change: flip(original), turns: { sameHash: falls, ...signs } },
  { name: '删去原始文件', change: without(original), turns: { sameHash: falls, ...signs } },
  {
    name: '原始文件换成图片',
    change: replaced(original, () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10', 'latin1')),
    turns: { sameHash: falls, ...signs },
  },
  { name: '原始文件换成另一份证据的', change: fromOther(original), turns: { sameHash: falls, ...signs } },
  {
    name: '明细改动一个字节',
    change: edited(() => 'details.json', '"holder":"', '"holder":"某'),
    turns: { sameHash: falls, submitter: doubt, ...deviceOfDetails },
  },
  { name: '删去明细', change: without(() => 'details.json'), turns: { sameHash: falls, submitter: doubt, ...deviceOfDetails } },
  {
    name: '环境检查报告改动',
    change: edited(report, '"passed":true', '"passed": true'),
    turns: { sameHash: falls, device: doubt, environment: doubt, clock: doubt },
  },
  { name: '删去环境检查报告', change: without(report), turns: { sameHash: falls, device: unknown, environment: unknown, clock: unknown } },
  {
    name: '清单换成另一份证据的',
    change: fromOther(() => names.manifest),
    turns: {
      ...signs,
      submitter: unknown,
      device: doubt,
      environment: doubt,
      clock: doubt,
      notAfter: unknown,
      sameHash: falls,
      inLog: falls,
      manifestStamped: breaks,
      reread: unknown,
      transfer: doubt,
      custody: unknown,
    },
  },
  {
    name: '清单改动一个数字',
    change: digit(() => names.manifest, '"owner":"'),
    turns: {
      submitter: doubt,
      device: doubt,
      environment: doubt,
      clock: doubt,
      notAfter: unknown,
      ownFormat: doubt,
      ownLength: doubt,
      ownTime: doubt,
      ownEditor: doubt,
      sameHash: doubt,
      inLog: falls,
      manifestStamped: breaks,
      reread: doubt,
      transfer: doubt,
      custody: doubt,
    },
  },
  {
    name: '删去清单',
    change: without(() => names.manifest),
    turns: {
      submitter: unknown,
      device: unknown,
      environment: unknown,
      clock: unknown,
      notAfter: unknown,
      ownFormat: unknown,
      ownLength: unknown,
      ownTime: unknown,
      ownEditor: unknown,
      sameHash: falls,
      inLog: falls,
      manifestStamped: breaks,
      reread: unknown,
      transfer: unknown,
      custody: unknown,
    },
  },
  {
    name: '包含证明换成另一份证据的',
    change: fromOther(() => names.proof),
    turns: { inLog: falls, checkpointSigned: doubt, appendOnly: doubt, notAfter: unknown },
  },
  {
    name: '删去包含证明',
    change: without(() => names.proof),
    turns: { inLog: unknown, checkpointSigned: unknown, appendOnly: unknown, notAfter: unknown },
  },
  {
    name: '包含证明改动一个哈希',
    change: proofHash,
    turns: { inLog: falls, checkpointSigned: doubt, appendOnly: doubt, notAfter: unknown },
  },
  {
    name: '检查点改动',
    change: digit(() => names.checkpoint, '\n'),
    turns: { inLog: doubt, checkpointSigned: falls, appendOnly: doubt, stamped: breaks, notAfter: unknown },
  },
  {
    name: '日志公钥换成另一家的',
    change: fromForeign(() => names.logKey),
    turns: { inLog: doubt, checkpointSigned: falls, officeInLog: falls, appendOnly: falls, notAfter: unknown },
  },
  { name: '时间戳换成另一份检查点的', change: fromForeign(() => names.timestamp), turns: { stamped: breaks, notAfter: unknown } },
  { name: '时间戳改动一个字节', change: flip(() => names.timestamp, 0.04), turns: { stamped: breaks, notAfter: unknown } },
  {
    name: '时间戳证书链换成另一张证书',
    change: fromSame(() => names.timestampChain, names.officeCertificate),
    turns: { stamped: breaks, notAfter: unknown },
  },
  {
    name: '删去时间戳',
    change: without(
      () => names.timestamp,
      () => names.timestampChain,
    ),
    turns: { stamped: unknown, notAfter: unknown },
  },
  { name: '删去时间戳的证书链', change: without(() => names.timestampChain), turns: { stamped: breaks, notAfter: unknown } },
  { name: '证书改动一个字节', change: flip(() => names.certificate), turns: { certificateSigned: falls } },
  { name: '证书换成另一份证据的', change: fromOther(() => names.certificate), turns: { certificateSigned: doubt } },
  { name: '证书被截断', change: cut(() => names.certificate), turns: { certificateSigned: falls } },
  { name: '删去证书', change: without(() => names.certificate), turns: { certificateSigned: unknown } },
  {
    name: '签名证书换成另一家的',
    change: fromForeign(() => names.officeCertificate),
    // Nobody known signed the list of sums then.
    turns: { certificateSigned: falls, officeInLog: falls, ...ofRecord },
  },
  {
    name: '签名证书的包含证明换成清单的',
    change: fromSame(() => names.officeProof, names.proof),
    turns: { officeInLog: falls, appendOnly: doubt },
  },
  { name: '一致性证明改动', change: digit(() => names.consistency, '\n\n'), turns: { appendOnly: falls } },
  { name: '删去签名证书的包含证明', change: without(() => names.officeProof), turns: { officeInLog: unknown, appendOnly: unknown } },
  { name: '机构记录改动', change: edited(() => names.officeRecord, '王审核', '李审核'), turns: ofRecord },
  { name: '机构记录换成另一份证据的', change: fromOther(() => names.officeRecord), turns: ofRecord },
  { name: '删去机构记录', change: without(() => names.officeRecord), turns: ofRecord },
  { name: '校验清单改动一个数字', change: digit(() => names.sums, ''), turns: ofRecord },
  { name: '校验清单的签名换成另一份的', change: fromOther(() => names.sumsSignature), turns: ofRecord },
  { name: '删去校验清单的签名', change: without(() => names.sumsSignature), turns: ofRecord },
  {
    name: '审查说明把无法判断写成成立',
    change: edited(() => names.dossier, '"结论": "无法判断"', '"结论": "成立"'),
    turns: {},
    told: '审查说明写的是“成立”，按证据包推得“无法判断”',
  },
  { name: '审查说明的说明被改写', change: edited(() => names.dossier, '共 ', '共  '), turns: {}, told: '说明与按证据包推得的不同' },
  { name: '审查说明少一项', change: withoutLine, turns: {}, told: '缺少这个审查要点' },
  { name: '审查说明被截断', change: cut(() => names.dossier), turns: {}, told: '被截断' },
  {
    name: '审查说明被撑大',
    change: replaced(
      () => names.dossier,
      (bytes) => Buffer.concat([bytes, Buffer.alloc(2_000_000, ' ')]),
    ),
    turns: {},
    told: '超过长度上限',
  },
  { name: '审查说明换成另一份证据的', change: fromOther(() => names.dossier), turns: {}, told: '审查说明属于另一份证据' },
  { name: '审查说明的文件改动一个字节', change: flip(() => names.dossierPdf), turns: {}, told: '签名不成立' },
];

type Named = (files: Files) => string | undefined;

function original(files: Files): string | undefined {
  return [...files.keys()].find((name) => /^original-1(?:\.|$)/.test(name));
}

function report(files: Files): string | undefined {
  return [...files.keys()].find((name) => name.startsWith('environment-check'));
}

/** Null where the file is not there, or is not changed by it. */
function replaced(named: Named, change: (bytes: Buffer, others: Others) => Buffer | undefined): Mutation['change'] {
  return (files, others) => {
    const name = named(files) ?? '';
    const before = files.get(name);
    const after = before && change(before, others);
    return before && after && !after.equals(before) ? new Map([...files, [name, after]]) : null;
  };
}

function without(...named: readonly Named[]): Mutation['change'] {
  return (files) => {
    const gone = new Set(named.map((one) => one(files)));
    const left = new Map([...files].filter(([name]) => !gone.has(name)));
    return left.size === files.size ? null : left;
  };
}

/** @param where in the file, as a part of its length. */
function flip(named: Named, where = 0.95): Mutation['change'] {
  return replaced(named, (bytes) => {
    const at = Math.floor((bytes.length - 1) * where);
    return Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ 1));
  });
}

function cut(named: Named): Mutation['change'] {
  return replaced(named, (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.7)));
}

function edited(named: Named, from: string, to: string): Mutation['change'] {
  return replaced(named, (bytes) => Buffer.from(bytes.toString().replace(from, to)));
}

/** Another digit behind the first place where the text stands: hexadecimal or decimal, whatever it is. */
function digit(named: Named, behind: string): Mutation['change'] {
  return replaced(named, (bytes) => {
    const text = bytes.toString();
    const at = text.indexOf(behind) + behind.length;
    return Buffer.from(`${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`);
  });
}

function fromOther(named: Named): Mutation['change'] {
  return (files, others) => replaced(named, () => others.same.get(named(others.same) ?? ''))(files, others);
}

function fromForeign(named: Named): Mutation['change'] {
  return (files, others) => replaced(named, () => others.foreign.get(named(others.foreign) ?? ''))(files, others);
}

function fromSame(named: Named, other: string): Mutation['change'] {
  return (files, others) => replaced(named, () => files.get(other))(files, others);
}

/** The first hash behind the index of a proof. */
function proofHash(files: Files, others: Others): Files | null {
  return replaced(
    () => names.proof,
    (bytes) => {
      const lines = bytes.toString().split('\n');
      const [at, hash] = [2, Buffer.from(lines[2] ?? '', 'base64')];
      if (hash.length !== 32) return undefined;
      lines[at] = Buffer.from(hash.with(0, (hash[0] ?? 0) ^ 1)).toString('base64');
      return Buffer.from(lines.join('\n'));
    },
  )(files, others);
}

/** Of the dossier, in its own spelling. */
function withoutLine(files: Files, others: Others): Files | null {
  return replaced(
    () => names.dossier,
    (bytes) => {
      const dossier = JSON.parse(bytes.toString()) as { lines: unknown[] };
      return Buffer.from(`${JSON.stringify({ ...dossier, lines: dossier.lines.slice(1) }, null, 2)}\n`);
    },
  )(files, others);
}
