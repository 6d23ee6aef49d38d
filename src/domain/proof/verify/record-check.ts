import { hexToBytes } from '@noble/hashes/utils.js';
import { formatTime } from '../../kit/text/time.ts';
import { verifyToken } from '../cms/verify-timestamp.ts';
import { isOfficeFile, packageNames as names } from '../evidence/package-names.ts';
import { algorithmNames, type DigestAlgorithm, hashWith } from '../records/digest-algorithms.ts';
import { type EvidenceRecord, parseRecord } from '../records/evidence-record.ts';
import { endedLink } from '../records/record-facts.ts';
import { linkFaultTexts, linkKindTexts, recordFormTexts } from '../records/record-texts.ts';
import { type Coverage, type DataObject, type RecordLink, type RecordReport, verifyRecord } from '../records/verify-record.ts';
import { faultText } from './fault-texts.ts';
import { failed, type Line, notRun, passed } from './line.ts';
import type { PackageFiles } from './package-files.ts';

interface Given {
  /** Certificates of the timestamp authorities that the verifier trusts. */
  readonly rootsPem: string | undefined;
  readonly now: Date;
  /** A newer record than the package's, obtained from the office. */
  readonly renewed: Uint8Array | undefined;
}

export interface RecordLines {
  readonly lines: readonly Line[];
  /** True if the last certificate has expired and no renewal followed. */
  readonly isOpen: boolean;
}

const renewOption = '加 --record 和向出具机构取得的存证记录';

/** Checks the evidence record: it covers manifest and files, each link is valid and was made in time, and the last link is valid now. */
export async function checkRecord(files: PackageFiles, { rootsPem, now, renewed }: Given): Promise<RecordLines> {
  const carried = files.small.get(names.evidenceRecord);
  const bytes = renewed ?? carried;
  if (!bytes)
    return closed(notRun(readableLabel, null, '证据包没有存证记录；出具机构使用可信时间戳的，存证次日起可以向其取得', renewOption));
  const read = parseRecord(bytes);
  if (!read.ok) return closed(failed(readableLabel, names.evidenceRecord, recordFormTexts[read.fault]));
  const report = verifyRecord(read.value, await recordObjects(read.value, files));
  const links = await linkLines(read.value, report, rootsPem);
  const whole = [...coverageLines(report), ...links];
  if (whole.some(({ outcome }) => outcome === 'fail')) return closed(...whole);
  const ended = endedLink(report, now);
  const last = report.links.at(-1);
  return ended === null
    ? closed(
        ...whole,
        passed(todayLabel, names.evidenceRecord, last?.endsAt ? `最后一环的时间戳机构证书有效至 ${timeText(last.endsAt)}` : null),
      )
    : {
        lines: [...whole, notRun(todayLabel, names.evidenceRecord, `${ended}；请向出具机构取得最新的存证记录`, renewOption)],
        isOpen: true,
      };
}

function coverageLines({ coverage, hasOthers }: RecordReport): Line[] {
  const uncovered = coverage.flatMap(({ name, chains }) => faultsOf({ name, chains }));
  const others = hasOthers ? [failed(coverageLabel, names.evidenceRecord, '记录中有清单以外的内容')] : [];
  return uncovered.length + others.length > 0
    ? [...uncovered, ...others]
    : [passed(coverageLabel, names.evidenceRecord, `证据清单和 ${coverage.length - 1} 个文件`)];
}

/** A file that was lost before a hash renewal is missing from later chains. The manifest must never be missing. */
function faultsOf({ name, chains }: Coverage): Line[] {
  if (chains[0] === 'missing') return [failed(coverageLabel, name, '不在存证记录中，或者内容被改动')];
  const later = chains.findIndex((state) => state === 'missing');
  if (later < 0) return [];
  return [
    name === names.manifest
      ? failed(coverageLabel, name, `不在第 ${later + 1} 条链中`)
      : notRun(coverageLabel, name, `摘要续期时没有涵盖这个文件，它由第 ${later} 条链证明`),
  ];
}

/** One line per token. */
async function linkLines(record: EvidenceRecord, { links }: RecordReport, rootsPem: string | undefined): Promise<Line[]> {
  const stamps = record.chains.flatMap((chain) => chain.stamps);
  const lines: Line[] = [];
  for (const [at, link] of links.entries()) {
    const label = `存证记录第 ${at + 1} 环：${linkKindTexts[link.kind]}`;
    const stamp = stamps[at];
    if (link.fault !== null || !stamp) {
      lines.push(failed(label, names.evidenceRecord, link.fault === null ? '无法读取' : linkFaultTexts[link.fault]));
      continue;
    }
    try {
      await verifyToken(Uint8Array.from(stamp.token), stamp.facts.imprint, rootsPem);
      lines.push(passed(label, names.evidenceRecord, linkText(link, links[at + 1], rootsPem !== undefined)));
    } catch (error) {
      lines.push(failed(label, names.evidenceRecord, faultText(error)));
    }
  }
  return lines;
}

function linkText({ algorithm, genTime, endsAt }: RecordLink, next: RecordLink | undefined, isTrusted: boolean): string {
  const until = endsAt ? `，机构证书有效至 ${timeText(endsAt)}` : '';
  const renewed = next ? `，到期前由下一环续期` : '';
  return `${timeText(genTime)}，${algorithmNames[algorithm]}${until}${renewed}${isTrusted ? '' : '，时间戳机构未确认'}`;
}

function timeText(at: Date): string {
  return `${formatTime(at)}（北京时间）`;
}

function closed(...lines: Line[]): RecordLines {
  return { lines, isOpen: false };
}

const readableLabel = '存证记录可读';
const coverageLabel = '存证记录涵盖证据清单和每个文件';
const todayLabel = '存证记录至今有效';

/** The objects that a record must cover, taken from the package's files. They are read again if a chain uses another hash than SHA-256. */
async function recordObjects(record: EvidenceRecord, { small, digests, rehash }: PackageFiles): Promise<DataObject[]> {
  const files = [...digests.values()].filter(({ name }) => !isOfficeFile(name));
  const algorithms = new Set(record.chains.map(({ stamps }) => stamps[0]?.algorithm));
  const others = (['sha384', 'sha512'] as const).filter((algorithm) => algorithms.has(algorithm));
  const hashes = others.length === 0 ? new Map<string, Uint8Array>() : await rehash(new Set(files.map(({ name }) => name)), others);
  const manifest = small.get(names.manifest) ?? new Uint8Array(0);
  return [
    { name: names.manifest, hash: (algorithm) => hashWith[algorithm](manifest) },
    ...files.map(({ name, sha256 }) => ({
      name,
      hash: (algorithm: DigestAlgorithm) => (algorithm === 'sha256' ? hexToBytes(sha256) : (hashes.get(`${algorithm}/${name}`) ?? null)),
    })),
  ];
}
