import { packageNames as names } from '../../../../src/domain/evidence/package-names.ts';
import { cut, edited, flip, fromOther, replaced, type Files, type Mutation, type Others } from './mutation-tools.ts';

/** Somebody's hand in the 审查说明 itself: no line turns, and the verifier names what it says more. */
export const dossierMutations: readonly Mutation[] = [
  {
    name: '审查说明把无法判断写成成立',
    change: edited(() => names.dossier, '"结论": "无法判断"', '"结论": "成立"'),
    turns: {},
    told: '审查说明写的是“成立”，按证据包推得“无法判断”',
  },
  { name: '审查说明的说明被改写', change: edited(() => names.dossier, '条记录', '条 记录'), turns: {}, told: '说明与按证据包推得的不同' },
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
