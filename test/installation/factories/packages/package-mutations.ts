import { packageNames as names, sm2Names } from '../../../../src/domain/proof/evidence/package-names.ts';
import { archiveMutations, ofArchive } from './archive-mutations.ts';
import {
  cut,
  digit,
  doubt,
  edited,
  falls,
  flip,
  fromForeign,
  fromOther,
  fromSame,
  lost,
  replaced,
  unknown,
  unread,
  without,
  type Files,
  type Mutation,
  type Others,
} from './mutation-tools.ts';

const sm2OfCertificate = sm2Names(names.certificate);
const signs = { ownFormat: lost, ownLength: unread, ownTime: lost, ownEditor: unread } as const;
/** Lines that are based on the office's record: for captures not the transfer, and only for recordings the length. */
const ofRecord: Mutation['turns'] = {
  submitter: doubt,
  reread: doubt,
  custody: doubt,
  transfer: (before, kind) => (kind === 'web' ? before : doubt(before)),
  ownLength: (before, kind) => (kind === 'process' || kind === 'move' ? doubt(before) : before),
};
/** The record says where the timestamp authority runs; without its word, nobody knows whether it is a third party. */
const ofBrokenRecord: Mutation['turns'] = { ...ofRecord, notAfter: doubt, stamped: doubt, recorded: doubt, renewed: doubt };
/** An invalid record proves nothing about later times. */
const recordFalls: Mutation['turns'] = { recorded: doubt, renewed: doubt };
/** A record that cannot be read, or without what it should cover. */
const recordOpen: Mutation['turns'] = { recorded: doubt, renewed: doubt };
/** The device of a capture comes from the report. */
const deviceOfDetails: Mutation['turns'] = { device: (before, kind) => (kind === 'web' ? before : doubt(before)) };

/** The table of mutations, with exactly the lines that change. A new subject adds its mutations here. */
export const mutations: readonly Mutation[] = [
  { name: '原始文件改动一个字节', change: flip(original), turns: { sameHash: falls, ...signs } },
  { name: '删去原始文件', change: without(original), turns: { sameHash: unknown, ...signs } },
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
  { name: '删去明细', change: without(() => 'details.json'), turns: { sameHash: unknown, submitter: doubt, ...deviceOfDetails } },
  {
    name: '环境检查报告改动',
    needs: 'report',
    change: edited(report, '"passed":true', '"passed": true'),
    turns: { sameHash: falls, device: doubt, environment: doubt, clock: doubt },
  },
  {
    name: '删去环境检查报告',
    needs: 'report',
    change: without(report),
    turns: { sameHash: unknown, device: unknown, environment: unknown, clock: unknown },
  },
  {
    name: '清单换成另一份证据的',
    change: fromOther(() => names.manifest),
    turns: {
      appendOnly: doubt,
      secondTrack: doubt,
      ...signs,
      submitter: unknown,
      device: doubt,
      environment: doubt,
      clock: doubt,
      notAfter: unknown,
      sameHash: doubt,
      inLog: doubt,
      // The token covers an earlier checkpoint, which must cover the evidence too.
      stamped: doubt,
      manifestStamped: doubt,
      ...recordFalls,
      reread: unknown,
      transfer: doubt,
      custody: unknown,
      ...ofArchive,
    },
  },
  {
    name: '清单改动一个数字',
    change: digit(() => names.manifest, '"owner":"'),
    turns: {
      appendOnly: doubt,
      secondTrack: doubt,
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
      inLog: doubt,
      // The token covers an earlier checkpoint, which must cover the evidence too.
      stamped: doubt,
      manifestStamped: doubt,
      ...recordFalls,
      reread: doubt,
      transfer: doubt,
      custody: doubt,
      ...ofArchive,
    },
  },
  {
    name: '删去清单',
    change: without(() => names.manifest),
    turns: {
      whole: unknown,
      submitter: unknown,
      device: unknown,
      environment: unknown,
      clock: unknown,
      notAfter: unknown,
      ownFormat: unknown,
      ownLength: unknown,
      ownTime: unknown,
      ownEditor: unknown,
      sameHash: unknown,
      inLog: unknown,
      // The token covers an earlier checkpoint, which must cover the evidence too.
      stamped: doubt,
      manifestStamped: doubt,
      ...recordOpen,
      reread: unknown,
      transfer: unknown,
      custody: unknown,
      replay: unknown,
      archiveSigned: unknown,
    },
  },
  // What contradicts a file that the signed list says was changed convicts nothing else.
  {
    name: '包含证明换成另一份证据的',
    change: fromOther(() => names.proof),
    turns: { inLog: doubt, checkpointSigned: doubt, appendOnly: doubt, notAfter: unknown },
  },
  {
    name: '删去包含证明',
    change: without(() => names.proof),
    turns: { inLog: unknown, checkpointSigned: unknown, appendOnly: unknown, notAfter: unknown },
  },
  {
    name: '包含证明改动一个哈希',
    change: proofHash,
    turns: { inLog: doubt, checkpointSigned: doubt, appendOnly: doubt, notAfter: unknown },
  },
  {
    name: '检查点改动',
    change: digit(() => names.checkpoint, '\n'),
    turns: { inLog: doubt, checkpointSigned: doubt, appendOnly: doubt, stamped: doubt, notAfter: unknown },
  },
  {
    name: '日志公钥换成另一家的',
    change: fromForeign(() => names.logKey),
    turns: {
      inLog: doubt,
      checkpointSigned: doubt,
      officeInLog: doubt,
      appendOnly: doubt,
      stamped: doubt,
      notAfter: unknown,
      archiveSigned: doubt,
      secondTrack: doubt,
    },
  },
  { name: '时间戳换成另一份检查点的', change: fromForeign(() => names.timestamp), turns: { stamped: doubt, notAfter: unknown } },
  { name: '时间戳改动一个字节', change: flip(() => names.timestamp, 0.04), turns: { stamped: doubt, notAfter: unknown } },
  {
    name: '时间戳证书链换成另一张证书',
    change: fromSame(() => names.timestampChain, names.officeCertificate),
    turns: { stamped: doubt, notAfter: unknown },
  },
  {
    name: '删去时间戳',
    change: without(
      () => names.timestamp,
      () => names.timestampChain,
    ),
    turns: { stamped: unknown, notAfter: unknown },
  },
  { name: '删去时间戳的证书链', change: without(() => names.timestampChain), turns: { stamped: doubt, notAfter: unknown } },
  { name: '存证记录改动一个哈希', change: flip(() => names.evidenceRecord, 0.05), turns: recordFalls },
  { name: '存证记录的时间戳改动一个字节', change: flip(() => names.evidenceRecord), turns: recordFalls },
  { name: '存证记录换成另一份证据的', change: fromOther(() => names.evidenceRecord), turns: recordFalls },
  { name: '存证记录换成时间戳', change: fromSame(() => names.evidenceRecord, names.timestamp), turns: recordOpen },
  { name: '存证记录被截断', change: cut(() => names.evidenceRecord), turns: recordOpen },
  { name: '删去存证记录', change: without(() => names.evidenceRecord), turns: { recorded: unknown, renewed: unknown } },
  { name: '证书改动一个字节', change: flip(() => names.certificate), turns: { certificateSigned: doubt, secondTrack: doubt } },
  {
    name: '证书换成另一份证据的',
    change: fromOther(() => names.certificate),
    turns: { certificateSigned: doubt, secondTrack: doubt },
    reason: '签发的电子数据存证证书，不是本证据的',
  },
  { name: '证书被截断', change: cut(() => names.certificate), turns: { certificateSigned: doubt, secondTrack: doubt } },
  { name: '删去证书', change: without(() => names.certificate), turns: { certificateSigned: unknown, secondTrack: unknown } },
  { name: '国密证书换成签名证书', change: fromSame(() => names.sm2Certificate, names.officeCertificate), turns: { secondTrack: unknown } },
  {
    name: '国密证书的包含证明换成清单的',
    change: fromSame(() => names.sm2Proof, names.proof),
    turns: { secondTrack: doubt, appendOnly: doubt },
  },
  { name: '删去国密证书的包含证明', change: without(() => names.sm2Proof), turns: { secondTrack: unknown } },
  { name: '证书的国密签名改动一个字节', change: flip(() => sm2OfCertificate[0]), turns: { secondTrack: doubt } },
  {
    name: '证书的国密签名换成校验清单的',
    change: fromSame(() => sm2OfCertificate[1], sm2Names(names.sums)[1]),
    turns: { secondTrack: doubt },
  },
  { name: '删去证书的国密签名', change: without(...sm2OfCertificate.map((name) => () => name)), turns: { secondTrack: lost } },
  {
    name: '删去国密证书及其包含证明',
    change: without(
      () => names.sm2Certificate,
      () => names.sm2Proof,
    ),
    turns: { secondTrack: () => '不涉及' },
  },
  {
    name: '签名证书换成另一家的',
    change: fromForeign(() => names.officeCertificate),
    // The signer of the list of sums is then unknown.
    turns: { certificateSigned: falls, officeInLog: falls, ...ofBrokenRecord },
  },
  {
    name: '签名证书的包含证明换成清单的',
    change: fromSame(() => names.officeProof, names.proof),
    turns: { officeInLog: doubt, appendOnly: doubt },
  },
  { name: '一致性证明改动', change: digit(() => names.consistency, '\n\n'), turns: { appendOnly: doubt } },
  { name: '删去签名证书的包含证明', change: without(() => names.officeProof), turns: { officeInLog: unknown, appendOnly: unknown } },
  { name: '机构记录改动', change: edited(() => names.officeRecord, '王审核', '李审核'), turns: ofBrokenRecord },
  { name: '机构记录换成另一份证据的', change: fromOther(() => names.officeRecord), turns: ofBrokenRecord },
  { name: '删去机构记录', change: without(() => names.officeRecord), turns: ofBrokenRecord },
  { name: '校验清单改动一个数字', change: digit(() => names.sums, ''), turns: ofBrokenRecord },
  { name: '校验清单的签名换成另一份的', change: fromOther(() => names.sumsSignature), turns: ofBrokenRecord },
  { name: '删去校验清单的签名', change: without(() => names.sumsSignature), turns: ofBrokenRecord },
  {
    name: '审查说明把无法判断写成成立',
    change: edited(() => names.dossier, '"结论": "无法判断"', '"结论": "成立"'),
    turns: {},
    reason: '审查说明写的是“成立”，按证据包推得“无法判断”',
  },
  { name: '审查说明的说明被改写', change: edited(() => names.dossier, '条记录', '条 记录'), turns: {}, reason: '说明与按证据包推得的不同' },
  { name: '审查说明少一项', change: withoutLine, turns: {}, reason: '缺少这个审查要点' },
  { name: '删去审查说明', change: without(() => names.dossier), turns: {}, reason: '缺少“dossier.json”，无从核对' },
  { name: '审查说明被截断', change: cut(() => names.dossier), turns: {}, reason: '被截断' },
  {
    name: '审查说明被撑大',
    change: replaced(
      () => names.dossier,
      (bytes) => Buffer.concat([bytes, Buffer.alloc(2_000_000, ' ')]),
    ),
    turns: {},
    reason: '超过长度上限',
  },
  { name: '审查说明换成另一份证据的', change: fromOther(() => names.dossier), turns: {}, reason: '审查说明属于另一份证据' },
  { name: '审查说明的文件改动一个字节', change: flip(() => names.dossierPdf), turns: {}, reason: '签名不成立' },
  ...archiveMutations,
];

function original(files: Files): string | undefined {
  return [...files.keys()].find((name) => /^original-1(?:\.|$)/.test(name));
}

function report(files: Files): string | undefined {
  return [...files.keys()].find((name) => name.startsWith('environment-check'));
}

/** The first hash after the index of a proof. */
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

/** A dossier without one line, in the same serialisation. */
function withoutLine(files: Files, others: Others): Files | null {
  return replaced(
    () => names.dossier,
    (bytes) => {
      const dossier = JSON.parse(bytes.toString()) as { lines: unknown[] };
      return Buffer.from(`${JSON.stringify({ ...dossier, lines: dossier.lines.slice(1) }, null, 2)}\n`);
    },
  )(files, others);
}
