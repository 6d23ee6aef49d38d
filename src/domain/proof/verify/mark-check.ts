import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { proofChecks } from '../dossier/facts/checked.ts';
import { witnessFacts } from '../dossier/facts/witnesses.ts';
import { reasonTexts } from '../evidence/check-texts.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import type { EvidenceReport } from '../evidence/verify.ts';
import { bracketOf, judgeBracket, type BracketFacts, type MarkFacts } from '../marks/bracket.ts';
import { readCaptureLog, type CaptureLogFacts } from '../marks/capture-log-facts.ts';
import { drawMargin, marginRows } from '../marks/margin.ts';
import { markCode } from '../marks/mark-code.ts';
import { markWitnessedAt } from '../marks/mark-witnesses.ts';
import { checkpointOf, markHash, parseMark, type Mark, type MarkBinding } from '../marks/mark.ts';
import type { Judgement } from '../marks/judgement.ts';
import { capturePlace, placeText, type MarkPlace } from '../marks/mark-place.ts';
import { verifyCheckpoint, type TrustedLog } from '../tlog/checkpoint.ts';
import { readMargin } from '../marks/read-margin.ts';
import { sameBytes, utf8 } from '../../kit/bytes/bytes.ts';
import { decodeLossy } from './decode-lossy.ts';
import { failed, notRun, passed, type Line } from './line.ts';
import { lackingText } from './missing-files.ts';
import type { PackageFiles } from './package-files.ts';
import { anchorTime, readToken } from './timestamp-checks.ts';
import { headBytes } from './watched-files.ts';

export interface MarkReport {
  readonly lines: readonly Line[];
  /** What the package alone says about the times. The dossier's lines are derived from it. */
  readonly facts: BracketFacts;
}
interface Given {
  readonly log: TrustedLog;
  readonly evidence: EvidenceReport;
  /** Certificates of the timestamp authorities that the verifier trusts. */
  readonly rootsPem: string | undefined;
}

/**
 * Checks the package's mark: that it belongs to this evidence, that its checkpoint and token are valid, and that the evidence shows it;
 * then derives the times. A package without a mark gets no line, unless its details name one.
 */
export async function checkMark(files: PackageFiles, { log, evidence, rootsPem }: Given): Promise<MarkReport> {
  const { small, watched } = files;
  const stampedAt = (await anchorTime(small, rootsPem))?.toISOString() ?? null;
  const notAfter = isInLog(evidence) ? (stampedAt ?? witnessedTime(small, log)) : null;
  const none: BracketFacts = { mark: null, notAfter, clocks: null };
  const [json, named] = [small.get(names.mark), namedMark(watched.heads.get('details.json'))];
  const isNamed = named !== null || small.has(names.markTimestamp);
  if (!json) return { lines: isNamed ? [failed(ownLabel, names.mark, '文件缺失')] : [], facts: none };
  const parsed = parseMark(json);
  if (!parsed.ok) return { lines: [failed(ownLabel, names.mark, '不是时间标记，或者内容被改动')], facts: none };
  const mark = parsed.value;
  const hash = markHash(json);
  const token = await checkToken(files, mark, rootsPem);
  const captureLog = evidence.manifest?.kind === 'web' ? readCaptureLog(watched.heads.get(logName) ?? new Uint8Array(0)) : null;
  const shown = captureLog ? await checkCapture(files, hash, captureLog, evidence) : checkFiles(files, hash, evidence);
  const lines = [ownLine(hash, named), checkpointLine(mark, log, evidence.index), token.line, shown.line];
  const facts: BracketFacts = {
    mark: {
      ...factsOf(mark, hash),
      ...timesOf(mark, token.at, small.get(names.policy)),
      binding: shown.binding,
      place: shown.place,
      // A token that is missing contradicts nothing.
      fault: faultIn(small.has(names.markTimestamp) ? lines : lines.filter((line) => line !== token.line)),
    },
    notAfter,
    clocks: captureLog?.clocks ?? null,
  };
  const { notBefore } = bracketOf(facts);
  const isWitnessed = (token.at === null && notBefore !== null) || (stampedAt === null && notAfter !== null);
  const isStamped = rootsPem === undefined && (token.at ?? stampedAt) !== null;
  const unconfirmed = `${isStamped ? '；时间戳机构未确认' : ''}${isWitnessed ? '；见证方由谁运行未确认' : ''}`;
  const judgement = judgeBracket(facts);
  if (shown.lacks !== undefined && judgement.finding !== '不成立')
    return { lines: [...lines, notRun(bracketLabel, null, lackingText(shown.lacks))], facts };
  return { lines: [...lines, judgedLine(bracketLabel, judgement, unconfirmed)], facts };
}

/** Witness times are used only if there is no token. */
function timesOf(mark: Mark, at: Date | null, policy: Uint8Array | undefined): Pick<MarkFacts, 'timestampAt' | 'witnessedAt'> {
  return at ? { timestampAt: at.toISOString(), witnessedAt: null } : { timestampAt: null, witnessedAt: markWitnessedAt(mark, policy) };
}

/** Judged by the office's own policy, just as a token is judged by the package's own authority if the verifier names none. */
function witnessedTime(small: PackageFiles['small'], log: TrustedLog): string | null {
  return witnessFacts(small.get(names.proof), small.get(names.policy), [log.origin]).metAt;
}

/** A token says nothing about an evidence that its checkpoint does not include. */
function isInLog({ checks }: EvidenceReport): boolean {
  return checks.every(({ name, outcome }) => !proofChecks.includes(name) || outcome === 'pass');
}

function factsOf(mark: Mark, hash: string): Pick<MarkFacts, 'hash' | 'code' | 'checkpointSize' | 'block'> {
  const read = checkpointOf(mark);
  return {
    hash,
    code: markCode(hash),
    checkpointSize: read.ok ? read.value.checkpoint.size : 0,
    block: mark.block,
  };
}

/** The mark's hash in the details; null if they name none or cannot be read. */
function namedMark(details: Uint8Array | undefined): string | null {
  if (!details || details.length >= headBytes) return null;
  try {
    const value: unknown = JSON.parse(decodeLossy(details));
    return typeof value === 'object' && value !== null && 'mark' in value && typeof value.mark === 'string' ? value.mark : null;
  } catch {
    return null; // Another check compares the details' hash with the manifest.
  }
}

function ownLine(hash: string, named: string | null): Line {
  if (named === hash) return passed(ownLabel, names.mark, `SHA-256 ${hash}`);
  return failed(
    ownLabel,
    names.mark,
    named === null ? '证据详情没有写明时间标记' : '与证据详情写明的时间标记不同，属于另一份证据或者被改动',
  );
}

/** Checks the log's signature, and that the evidence was not yet in the tree: a mark must be older than the evidence it dates. */
function checkpointLine(mark: Mark, log: TrustedLog, index: number | null): Line {
  const read = checkpointOf(mark);
  if (!read.ok) return failed(checkpointLabel, names.mark, '检查点格式错误');
  const { checkpoint, note } = read.value;
  if (log.keys.length === 0) return notRun(checkpointLabel, names.mark, reasonTexts['no-key']);
  if (!verifyCheckpoint(checkpoint, note, log).ok) return failed(checkpointLabel, names.mark, '检查点不是该日志签名的');
  if (index === null) return notRun(checkpointLabel, names.mark, '日志证明无法读取');
  if (checkpoint.size > index)
    return failed(checkpointLabel, names.mark, `检查点 ${checkpoint.size} 已包含该证据（序号 ${index}），时间标记晚于证据`);
  return passed(checkpointLabel, names.mark, `检查点 ${checkpoint.size}`);
}

async function checkToken(
  { small }: PackageFiles,
  mark: Mark,
  rootsPem: string | undefined,
): Promise<{ readonly line: Line; readonly at: Date | null }> {
  const token = small.get(names.markTimestamp);
  if (mark.timestampSha256 === null)
    return token
      ? { line: failed(tokenLabel, names.markTimestamp, '时间标记没有写明这个时间戳'), at: null }
      : { line: notRun(tokenLabel, null, '时间标记没有可信时间戳'), at: null };
  if (!token) return { line: failed(tokenLabel, names.markTimestamp, '文件缺失'), at: null };
  if (bytesToHex(sha256(token)) !== mark.timestampSha256)
    return { line: failed(tokenLabel, names.markTimestamp, '不是时间标记写明的时间戳'), at: null };
  const of = { label: tokenLabel, token: names.markTimestamp, chain: names.markTimestampChain };
  return readToken(small, of, utf8(mark.checkpoint), rootsPem);
}

interface Shown {
  readonly line: Line;
  readonly binding: MarkBinding;
  readonly place: MarkPlace | null;
  /** The missing file that would show it. */
  readonly lacks?: string;
}

/**
 * For a capture: its log names the mark before the browser starts, and the margin of its picture is the one drawn from this mark. Of a file
 * that the browser does not show there is no picture.
 */
async function checkCapture(
  { watched, tools, missing }: PackageFiles,
  hash: string,
  log: CaptureLogFacts,
  { manifest }: EvidenceReport,
): Promise<Shown> {
  if (missing.includes(logName)) return unseen(logName);
  if (log.mark !== hash) return { line: failed(shownLabel, logName, '取证日志没有写明该时间标记'), binding: 'unbound', place: null };
  const listed = new Set(manifest?.files.map(({ name }) => name));
  const place = capturePlace(listed, log.keepsFiles);
  if (place.in !== 'picture')
    return { line: passed(shownLabel, logName, `取证日志写有该时间标记，校验码 ${markCode(hash)}`), binding: 'capture', place };
  const picture = place.file;
  if (missing.includes(picture)) return unseen(picture);
  const margin = await readMargin(watched.heads.get(picture) ?? new Uint8Array(0), marginRows, tools.inflate);
  if (!margin || !sameBytes(margin.pixels, drawMargin(hash, margin.width)))
    return { line: failed(shownLabel, picture, '截图上方没有该时间标记的边条'), binding: 'unbound', place: null };
  return { line: passed(shownLabel, picture, `边条与取证日志写有同一标记，校验码 ${markCode(hash)}`), binding: 'capture', place };
}

/** The file that would show the mark is missing, which says nothing of the mark. */
function unseen(name: string): Shown {
  return { line: notRun(shownLabel, name, lackingText(name)), binding: 'unbound', place: null, lacks: name };
}

/** For all other kinds: the bytes of an original contain the mark. */
function checkFiles({ shown, missing }: PackageFiles, hash: string, { manifest }: EvidenceReport): Shown {
  const originals = (manifest?.files ?? []).filter(({ role }) => role === 'original');
  const [found] = originals.flatMap(({ name }) => {
    const mark = shown.get(name);
    return mark ? [{ file: name, mark }] : [];
  });
  const gone = found ? undefined : originals.find(({ name }) => missing.includes(name));
  if (gone) return unseen(gone.name);
  if (!found)
    return { line: notRun(shownLabel, null, `未绑定：原件的字节中没有找到，校验码 ${markCode(hash)}`), binding: 'unbound', place: null };
  const { sign, ...part } = found.mark;
  const place = { in: 'file' as const, ...part };
  return {
    line: passed(shownLabel, found.file, `${placeText(place)}，是它的${sign === 'hash' ? '哈希' : '校验码'}`),
    binding: 'file',
    place,
  };
}

function faultIn(lines: readonly Line[]): string | null {
  const wrong = lines.find(({ outcome }) => outcome === 'fail');
  return wrong ? `时间标记不成立：${wrong.reason ?? ''}` : null;
}

function judgedLine(label: string, { finding, text }: Judgement, note: string): Line {
  if (finding === '成立') return passed(label, null, `${text}${note}`);
  return finding === '不成立' ? failed(label, null, text) : notRun(label, null, text);
}

const ownLabel = '时间标记属于该证据';
const checkpointLabel = '时间标记的检查点早于该证据';
const tokenLabel = '可信时间戳针对时间标记的检查点';
const shownLabel = '证据含有时间标记';
const bracketLabel = '时间夹逼成立';
const logName = 'capture-log.jsonl';
