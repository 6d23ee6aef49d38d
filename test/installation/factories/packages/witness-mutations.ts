import { packageNames as names } from '../../../../src/domain/proof/evidence/package-names.ts';
import { falls, fromOther, replaced, unknown, without, type Files, type Mutation } from './mutation-tools.ts';

/** Lines that are based on a file that differs from the signed one are undecided. */
const doubted = { inLog: unknown, appendOnly: unknown, checkpointSigned: unknown, notAfter: unknown } as const;

/** Mutations of a package whose proofs are cosigned, and whose token covers an earlier checkpoint. */
export const witnessMutations: readonly Mutation[] = [
  { name: '删去见证策略', change: without(() => names.policy), turns: { cosigned: unknown } },
  {
    name: '见证策略少要求一个见证方',
    change: retold(names.policy, (text) => text.replace('all-of-them 2', 'all-of-them 1')),
    turns: { cosigned: unknown },
  },
  {
    name: '见证方的共同签名改动',
    change: retold(names.proof, (text) => text.replace(/(— w1 \S{20})(.)/, (_all, start, digit) => `${start}${other(digit)}`)),
    turns: { cosigned: unknown, ...doubted },
  },
  {
    name: '删去见证方的共同签名',
    change: retold(names.proof, (text) => text.replaceAll(/— w\d \S+\n/g, '')),
    turns: { cosigned: unknown, ...doubted },
  },
  {
    name: '只留一个见证方的共同签名',
    change: retold(names.proof, (text) => text.replaceAll(/— w[23] \S+\n/g, '')),
    turns: { cosigned: unknown, ...doubted },
  },
  {
    name: '删去时间戳检查点的包含证明',
    change: without(() => names.timestampProof),
    turns: { inLog: unknown, checkpointSigned: falls, notAfter: unknown },
  },
  {
    name: '时间戳检查点的包含证明换成另一份证据的',
    change: fromOther(() => names.timestampProof),
    turns: { stamped: unknown, appendOnly: unknown, notAfter: unknown },
  },
  {
    name: '检查点换成后来共同签名的',
    change: (files, others) =>
      replaced(
        () => names.checkpoint,
        () => cosignedNote(files),
      )(files, others),
    turns: { stamped: unknown, ...doubted },
  },
];

/** Changes the text of a file; null if that does not change it. */
function retold(name: string, change: (text: string) => string): Mutation['change'] {
  return replaced(
    () => name,
    (bytes) => Buffer.from(change(bytes.toString())),
  );
}

function cosignedNote(files: Files): Buffer {
  const text = files.get(names.proof)?.toString() ?? '';
  return Buffer.from(text.slice(text.indexOf('\n\n') + 2));
}

function other(digit: string): string {
  return digit === 'A' ? 'B' : 'A';
}
