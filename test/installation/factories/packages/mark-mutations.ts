import { packageNames as names } from '../../../../src/domain/evidence/package-names.ts';
import { cut, digit, doubt, edited, falls, fromOther, fromSame, replaced, unknown, without, type Mutation } from './mutation-tools.ts';

/** The mark's checkpoint is one of those that must be joined: a changed mark leaves that open too. */
const changes: readonly Omit<Mutation, 'needs'>[] = [
  { name: '时间标记改动一个数字', change: digit(() => names.mark, '"salt":"'), turns: { notBefore: falls, appendOnly: doubt } },
  { name: '时间标记换成另一份证据的', change: fromOther(() => names.mark), turns: { notBefore: falls, appendOnly: doubt } },
  { name: '时间标记被截断', change: cut(() => names.mark), turns: { notBefore: unknown, appendOnly: doubt } },
  {
    name: '时间标记被撑大',
    change: replaced(
      () => names.mark,
      (bytes) => Buffer.concat([bytes, Buffer.alloc(2_000_000, ' ')]),
    ),
    turns: { notBefore: unknown, appendOnly: doubt },
  },
  { name: '删去时间标记', change: without(() => names.mark), turns: { notBefore: unknown } },
  {
    name: '时间标记的时间戳换成检查点的',
    change: fromSame(() => names.markTimestamp, names.timestamp),
    turns: { notBefore: falls },
  },
  {
    name: '删去时间标记的时间戳',
    change: without(
      () => names.markTimestamp,
      () => names.markTimestampChain,
    ),
    turns: { notBefore: falls },
  },
  {
    name: '取证机的时钟改晚一年',
    change: edited(() => 'capture-log.jsonl', '"host":"20', '"host":"21'),
    turns: { sameHash: falls, notBefore: doubt },
  },
  {
    name: '取证日志的时间标记改动',
    change: digit(() => 'capture-log.jsonl', '"sha256":"'),
    turns: { sameHash: falls, notBefore: doubt },
  },
  {
    name: '截图换成网页',
    change: replaced(
      () => 'original-1.png',
      () => Buffer.from('<h1>网页</h1>'),
    ),
    turns: { sameHash: falls, ownFormat: unknown, notBefore: doubt },
  },
  // The mark's checkpoint is an earlier one.
  { name: '删去一致性证明', change: without(() => names.consistency), turns: { appendOnly: unknown } },
];

/** Somebody's hand in the mark of a capture, and in what shows it. */
export const markMutations: readonly Mutation[] = changes.map(({ change, ...one }) => ({
  ...one,
  needs: 'mark',
  change: (files, others) => (files.has(names.mark) ? change(files, others) : null),
}));
