import { archiveName } from '../../web-archive/archive-names.ts';
import { completenessNotes, isFileResult, notesText } from '../../web-archive/capture-notes.ts';
import { isFaithful, reasonText, replayFloor } from '../../web-archive/replay-facts.ts';
import { articles } from '../basis.ts';
import type { ArchiveFacts } from '../facts/archive.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { fails, holds, notAsked, unknown, type Answer } from '../line.ts';
import { issuerText } from '../../cms/issuer-text.ts';
import type { LineRule } from '../rule.ts';
import { onPage, run } from './recheck.ts';
import { isCapture, noManifest, timeText, wholePackage } from './wording.ts';

/** The web archive of a capture (§18 for what it shows, §16 for changes since then). */

const replay: LineRule = {
  question: '只凭网页存档断网重放，画面是否与取证时的截图相同',
  basis: [articles.online18],
  files: ['manifest.json', archiveName, 'role:capture-log'],
  check(facts) {
    const archive = archiveOf(facts);
    if ('finding' in archive) return archive;
    return isFileResult(archive.notes) ? notAsked('取证的结果是一份文件，不是网页，没有可以重放的画面。') : replayAnswer(archive);
  },
  recheck: (facts) =>
    facts.archive ? `断网后用 ReplayWeb.page 打开 ${archiveName}，与截图 original-1.png 比较；` + onPage('重放一致度') : noRecheck,
};

function replayAnswer({ replay: seen, notes }: ArchiveFacts): Answer {
  if (!seen) return unknown('取证日志缺失或被改动，或者没有重放的记载，不知道重放的结果', replayed);
  const why = seen.reasons.map((reason) => `“${reasonText(reason)}”`).join('、');
  if (seen.consistency === null) return unknown(`取证之后断网重放网页存档，没有得到可以比较的画面，原因是${why}`, replayed);
  const score = `${seen.consistency.toFixed(4)}（完全相同为 1）`;
  const statement = `取证之后由出具机构在没有网络的浏览器中只凭网页存档重放，画面与截图的一致度为 ${score}`;
  // Whoever replays the archive computes it again.
  if (isFaithful(seen)) return holds(`${statement}，不低于 ${replayFloor}，任何人可以用其他程序重放比较。`);
  const alive = (notes ?? []).filter(({ code }) => code === 'moving' || code === 'service_worker' || code === 'self_reload');
  const explained = alive.length > 0 ? `取证时已注明：${notesText(alive)}` : `原因是${why}`;
  const below = `${statement}，低于 ${replayFloor}，${explained}`;
  // A page that changes by itself is no fault of the evidence; an archive that lacks an answer of the site is.
  return alive.length === 0 && seen.reasons.some(({ kind }) => kind === 'missing') ? fails(`${below}。`) : unknown(below, replayed);
}

const replayed = `须用其他程序断网重放 ${archiveName}，与截图比较`;

const whole: LineRule = {
  question: '网页是否完整呈现',
  basis: [articles.online18],
  files: ['manifest.json', 'role:original', 'role:capture-log'],
  check(facts) {
    const archive = archiveOf(facts);
    return 'finding' in archive ? archive : wholeAnswer(archive);
  },
  recheck: (facts) => (facts.archive ? '查看截图和展开图，以及 capture-log.jsonl 中 event 为 notes、picture 和 kept 的各行。' : noRecheck),
};

/**
 * The program of the office checked the page of another. A page that lives or is long is not refuted, so the answer is never that it does
 * not hold.
 */
function wholeAnswer({ notes }: ArchiveFacts): Answer {
  if (!notes) return unknown('取证日志缺失或被改动，或者没有完整性的记载，不知道网页是否完整呈现', compared);
  const lacking = completenessNotes(notes);
  if (lacking.length > 0) return unknown(`取证时注明：${notesText(lacking)}`, compared);
  if (isFileResult(notes)) return holds(`取证时注明：${notesText(notes)}。取证程序核对应答结束后才保存文件，没有发现缺少的内容。`);
  const others = notes.length > 0 ? `，另注明：${notesText(notes)}` : '';
  return holds(`取证程序等待网页加载完毕、逐屏滚动后截图，核对网页请求的内容，没有发现截图和网页存档缺少的内容${others}。`);
}

const compared = '须由人查看截图和网页存档，或者与网站保存的内容比较';

const archiveSigned: LineRule = {
  question: '网页存档是否由存证日志登记的密钥签名且签名之后没有改动',
  basis: [articles.online16],
  files: [
    'manifest.json',
    archiveName,
    'archive-key.pem',
    'archive-key.tlog-proof',
    'log-key.txt',
    'capture.wacz.tsr',
    'capture.wacz-chain.pem',
  ],
  check(facts) {
    const archive = archiveOf(facts);
    return 'finding' in archive ? archive : signedAnswer(archive, facts);
  },
  recheck: (facts) =>
    facts.archive
      ? `${run(`unzip -p ${archiveName} datapackage.json | openssl dgst -sha256`, '与其中 datapackage-digest.json 的 hash 比较')}` +
        onPage('网页存档的签名有效')
      : noRecheck,
};

function signedAnswer({ signature, key, timestamp }: ArchiveFacts, { issuers }: DossierFacts): Answer {
  if (signature.state === 'broken') return fails(`网页存档的签名不成立（${signature.why}）。`);
  if (key.state === 'broken') return fails(`网页存档签名密钥的日志证明不成立（${key.why}）。`);
  if (timestamp.state === 'broken') return fails(`针对网页存档的可信时间戳不成立（${timestamp.why}）。`);
  for (const part of [signature, key, timestamp])
    if (part.state === 'lacking') return unknown(`网页存档的签名或者时间戳无法核对：${part.why}`, wholePackage);
  if (signature.state === 'absent') return unknown('没有读到网页存档的签名，不能判断', wholePackage);
  if (key.state === 'absent') return unknown('证据包中没有网页存档签名密钥的证明，不知道是谁的密钥', wholePackage);
  const stamped =
    timestamp.state === 'held'
      ? `时间戳机构“${timestamp.authority}”（${issuerText(issuers.archiveTimestamp)}）证明签名最迟在 ${timeText(timestamp.at)}已经存在`
      : '针对它的可信时间戳尚未取得';
  return holds(`网页存档由存证日志中登记的密钥签名，其中的文件与签名时相同，${stamped}。`);
}

/** The archive to judge, or the answer if there is nothing to judge. */
function archiveOf({ kind, archive, ...facts }: DossierFacts): ArchiveFacts | Answer {
  if (kind === null) return unknown(noManifest, wholePackage);
  if (!isCapture({ kind })) return notAsked('本证据不是网页取证，没有网页存档。');
  if (!archive) return unknown('取证时没有形成可以重放的网页存档', compared);
  return archive.isSame
    ? archive
    : unknown(`网页存档${facts.files.names.includes(archiveName) ? '被改动' : '缺失'}，不能判断`, wholePackage);
}

const noRecheck = onPage('审查说明与按证据包推得的相同');

export const archiveRules = { replay, whole, archiveSigned } as const satisfies Readonly<Record<string, LineRule>>;
