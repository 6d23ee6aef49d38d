import { packageNames as names } from '../../../../src/domain/proof/evidence/package-names.ts';
import { archiveName } from '../../../../src/domain/proof/web-archive/archive-names.ts';
import { doubt, edited, falls, flip, fromOther, fromSame, unknown, without, type Files, type Mutation } from './mutation-tools.ts';

/** Both lines about a web archive become undecided. */
export const ofArchive = { replay: doubt, archiveSigned: doubt } as const;

const changes: readonly Omit<Mutation, 'needs'>[] = [
  { name: '网页存档改动一个字节', change: flip(() => archiveName), turns: { sameHash: falls, ...ofArchive } },
  { name: '删去网页存档', change: without(() => archiveName), turns: { sameHash: unknown, ...ofArchive } },
  { name: '网页存档换成另一份证据的', change: fromOther(() => archiveName), turns: { sameHash: falls, ...ofArchive } },
  { name: '取证日志的一致度被改写', change: edited(captureLog, '0.9987', '0.9999'), turns: { sameHash: falls, replay: doubt } },
  { name: '删去取证日志', change: without(captureLog), turns: { sameHash: unknown, replay: doubt } },
  {
    name: '网页存档的密钥换成另一张证书',
    change: fromSame(() => names.archiveKey, names.officeCertificate),
    turns: { archiveSigned: doubt },
  },
  {
    name: '网页存档密钥的包含证明换成清单的',
    change: fromSame(() => names.archiveKeyProof, names.proof),
    // It contains a checkpoint that must be consistent with the others.
    turns: { archiveSigned: doubt, appendOnly: doubt },
  },
  { name: '删去网页存档密钥的包含证明', change: without(() => names.archiveKeyProof), turns: { archiveSigned: unknown } },
  {
    name: '网页存档的时间戳换成检查点的',
    change: fromSame(() => names.archiveTimestamp, names.timestamp),
    turns: { archiveSigned: doubt },
  },
  {
    name: '删去网页存档的时间戳',
    change: without(
      () => names.archiveTimestamp,
      () => names.archiveTimestampChain,
    ),
    turns: {},
    reason: '缺少',
  },
];

/** Mutations of the web archive of a capture, and of the files that prove it. */
export const archiveMutations: readonly Mutation[] = changes.map((change) => ({ ...change, needs: 'archive' }));

function captureLog(files: Files): string | undefined {
  return [...files.keys()].find((name) => name.startsWith('capture-log'));
}
