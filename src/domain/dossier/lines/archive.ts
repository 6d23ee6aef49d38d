import { archiveName } from '../../web-archive/archive-names.ts';
import { isFaithful, reasonText, replayFloor } from '../../web-archive/replay-facts.ts';
import { articles } from '../basis.ts';
import type { ArchiveFacts } from '../facts/archive.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { fails, holds, notAsked, unknown, type Answer } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { isCapture, noManifest, timeText } from './wording.ts';

/** The web archive of a capture (§18 for what it shows, §16 for changes since then). */

const replay: LineRule = {
  question: '只凭网页存档断网重放，画面是否与取证时的截图相同',
  basis: [articles.online18],
  files: ['manifest.json', archiveName, 'role:capture-log'],
  check(facts) {
    const archive = archiveOf(facts);
    return 'finding' in archive ? archive : replayAnswer(archive);
  },
  recheck: (facts) =>
    facts.archive
      ? `断网后用 ReplayWeb.page 打开 ${archiveName}，与截图 original-1.png 比较；` +
        '一致度和原因见 capture-log.jsonl 中 event 为 replay 的一行。'
      : noRecheck,
};

function replayAnswer({ replay: seen }: ArchiveFacts): Answer {
  if (!seen) return unknown('取证日志缺失或被改动，或者没有重放的记载，不知道重放的结果。');
  const why = seen.reasons.map((reason) => `“${reasonText(reason)}”`).join('、');
  if (seen.consistency === null) return unknown(`取证之后断网重放网页存档，没有得到可以比较的画面，原因是${why}。`);
  const score = `${seen.consistency.toFixed(4)}（完全相同为 1）`;
  const statement = `取证之后由出具机构在没有网络的浏览器中只凭网页存档重放，画面与截图的一致度为 ${score}`;
  if (isFaithful(seen)) return holds(`${statement}，不低于 ${replayFloor}。`);
  return fails(`${statement}，低于 ${replayFloor}，原因是${why}。`);
}

const archiveSigned: LineRule = {
  question: '网页存档是否由出具机构签名且签名之后没有改动',
  basis: [articles.online16],
  files: ['manifest.json', archiveName, 'archive-key.pem', 'archive-key.tlog-proof', 'capture.wacz.tsr', 'capture.wacz-chain.pem'],
  check(facts) {
    const archive = archiveOf(facts);
    return 'finding' in archive ? archive : signedAnswer(archive);
  },
  recheck: (facts) =>
    facts.archive
      ? `用 unzip -p ${archiveName} datapackage.json | openssl dgst -sha256 计算摘要，与其中 datapackage-digest.json 的 hash 比较；` +
        '按“如何验证.md”的“网页存档”一节用 openssl 检查签名和时间戳。'
      : noRecheck,
};

function signedAnswer({ signature, key, timestamp }: ArchiveFacts): Answer {
  if (signature.state === 'broken') return fails(`网页存档的签名不成立（${signature.why}）。`);
  if (key.state === 'broken') return fails(`存证日志中没有网页存档的签名密钥（${key.why}）。`);
  if (timestamp.state === 'broken') return fails(`针对网页存档的可信时间戳不成立（${timestamp.why}）。`);
  if (signature.state === 'absent') return unknown('没有读到网页存档的签名，不能判断。');
  if (key.state === 'absent') return unknown('证据包中没有网页存档签名密钥的证明，不知道是谁的密钥。');
  const stamped =
    timestamp.state === 'held'
      ? `时间戳机构“${timestamp.authority}”证明签名最迟在 ${timeText(timestamp.at)}已经存在`
      : '针对它的可信时间戳尚未取得';
  return holds(`网页存档由出具机构签名，所用的密钥登记在存证日志中，其中的文件与签名时相同，${stamped}。`);
}

/** The archive to judge, or the answer if there is nothing to judge. */
function archiveOf({ kind, archive, ...facts }: DossierFacts): ArchiveFacts | Answer {
  if (kind === null) return unknown(noManifest);
  if (!isCapture({ kind })) return notAsked('本证据不是网页取证，没有网页存档。');
  if (!archive) return unknown('取证时没有形成可以重放的网页存档。');
  return archive.isSame ? archive : unknown(`网页存档${facts.files.names.includes(archiveName) ? '被改动' : '缺失'}，不能判断。`);
}

const noRecheck = '本证据包没有网页存档，没有可以复核的内容。';

export const archiveRules = { replay, archiveSigned } as const satisfies Readonly<Record<string, LineRule>>;
