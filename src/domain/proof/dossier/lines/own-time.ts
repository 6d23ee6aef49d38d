import type { ManifestTimes } from '../../evidence/manifest.ts';
import type { StatedTime, TimeOf } from '../../../kit/media/exif.ts';
import type { FileMetadata } from '../../../kit/media/file-metadata.ts';
import { spanText } from '../../../kit/text/span.ts';
import { articles } from '../basis.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { fails, holds, unknown, type Answer } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { originalOf, run } from './recheck.ts';
import { isRecording, timeText, wholePackage } from './wording.ts';

/** The times that the file itself states, compared with what was declared (§18). */
export const ownTime: LineRule = {
  question: '文件自身记载的形成时间是否与申报的时间相符',
  basis: [articles.online18],
  files: ['manifest.json', 'role:original'],
  check(facts) {
    const { metadata, times } = facts;
    if (!metadata || !times) return unknown('没有读到原始文件或证据清单，无从比较', wholePackage);
    const answer = statedAnswer(metadata, times);
    return answer.finding === '不成立' ? excused(answer, { metadata, times, isOfTaking: isRecording(facts) }) : answer;
  },
  recheck: (facts: DossierFacts) => run(`exiftool -time:all ${originalOf(facts)}`, '与 manifest.json 的 startAt、endAt 和 receivedAt 比较'),
};

/** By the time that comes first in the file's own order. */
function statedAnswer(metadata: FileMetadata, times: ManifestTimes): Answer {
  if (metadata.timeOf && metadata.zonedAt !== null) return otherTime(metadata.timeOf, metadata.zonedAt, times);
  if (metadata.zonedAt !== null && metadata.isZonedByGps) return gpsAnswer(metadata, metadata.zonedAt, times);
  if (metadata.zonedAt !== null)
    return instantAnswer(Date.parse(metadata.zonedAt), `文件自身记载的形成时间（写明了时区）为 ${timeText(metadata.zonedAt)}`, times);
  if (metadata.containerAt !== null) return containerAnswer(metadata.containerAt, times);
  if (metadata.takenLocal !== null) return localAnswer(metadata, metadata.takenLocal, times);
  return unknown('没有从文件中读到形成时间，无从比较', '须有其他材料证明形成的时间');
}

interface Compared {
  readonly metadata: FileMetadata;
  readonly times: ManifestTimes;
  /** The declared time is that of the taking. Of other evidence it is that of the collecting, for which a file may be old. */
  readonly isOfTaking: boolean;
}

/** A contradiction counts only if nothing innocent explains it. */
function excused(answer: Answer, { metadata, times, isOfTaking }: Compared): Answer {
  const { receivedAt, startAt, endAt } = times;
  const statement = answer.text.replace(/。$/u, '');
  const received = Date.parse(receivedAt) + toleranceMs;
  const [begin, end] = [startAt, endAt ?? startAt].map((at) => (at === null ? Number.NaN : Date.parse(at)));
  if (Math.max(begin ?? 0, end ?? 0) > received)
    return unknown(`${statement}；申报的时间晚于收到文件的时间，可能是填写有误或者时区不同，无从比较`, '须由提交人说明该时间的来源');
  const other = otherTimesOf(metadata).find((time) => startAt !== null && fitsStated(time, times));
  if (other) return unknown(`${statement}；文件另外写明${otherText(other)}，与申报的时间相符`, '须查明哪一个是形成的时间');
  const local = metadata.takenLocal ?? metadata.zonedAt?.slice(0, 19) ?? null;
  const written = metadata.zonedAt === null || local === null ? Number.NaN : Date.parse(`${local}Z`);
  if (zonesMs.some((zone) => fitsDeclared(written - zone, times)))
    return unknown(`${statement}；可能是拍摄设备没有设置时区，或者设置的不是当地的时区`, '须查明拍摄设备所用的时区');
  const [earliest, latest] = readingsOf(metadata);
  if (isFilm(metadata) && earliest > (end ?? 0) && earliest <= received)
    return unknown(`${statement}；晚于申报的时间，可能是导出或者转码时写入的`, '须有拍摄设备中的原件可以比对');
  if (!isOfTaking && latest < (begin ?? 0))
    return unknown(`${statement}；早于申报的时间，可能是先形成、后取证`, '须由提交人说明文件何时形成');
  return answer;
}

function isFilm({ mediaType }: FileMetadata): boolean {
  return mediaType?.startsWith('image/') === false;
}

/** The instants between which the first time lies, in any zone where it states none. */
function readingsOf({ zonedAt, containerAt, takenLocal }: FileMetadata): readonly [earliest: number, latest: number] {
  if (zonedAt !== null) return [Date.parse(zonedAt), Date.parse(zonedAt)];
  if (containerAt !== null) return [Date.parse(containerAt) - aheadMs, Date.parse(containerAt) + behindMs];
  const written = takenLocal ?? '';
  const [first, last] = written.includes('T') ? [written, written] : [`${written}T00:00:00`, `${written}T23:59:59`];
  return [Date.parse(`${first}Z`) - aheadMs, Date.parse(`${last}Z`) + behindMs];
}

/** The times that the file states besides the one that was compared first. */
function otherTimesOf({ zonedAt, containerAt, otherTimes = [] }: FileMetadata): readonly StatedTime[] {
  const film = zonedAt !== null && containerAt !== null ? [{ takenLocal: '', takenAt: containerAt, timeOf: 'created' } as const] : [];
  return [...film, ...otherTimes];
}

function fitsStated({ takenAt, takenLocal }: StatedTime, times: ManifestTimes): boolean {
  if (takenAt !== '') return fitsDeclared(Date.parse(takenAt), times);
  return takenLocal.includes('T') && fitsDeclared(Date.parse(`${takenLocal}+08:00`), times);
}

function otherText({ takenAt, takenLocal, timeOf }: StatedTime): string {
  const verb = timeOf === 'taken' ? '拍摄于' : otherTimes[timeOf].verb;
  return `${verb} ${takenAt === '' ? `${takenLocal.replace('T', ' ')}（没有写明时区）` : timeText(takenAt)}`;
}

/** The zone is that of the GPS clock. A fix that is hours old makes it another one. */
function gpsAnswer(metadata: FileMetadata, at: string, times: ManifestTimes): Answer {
  const answer = instantAnswer(Date.parse(at), `文件自身记载的形成时间（时区按 GPS 时钟推算）为 ${timeText(at)}`, times);
  const isInnocent = metadata.takenLocal !== null && localAnswer(metadata, metadata.takenLocal, times).finding !== '不成立';
  if (answer.finding !== '不成立' || !isInnocent) return answer;
  return unknown(`${answer.text.replace(/。$/u, '')}；GPS 的时间可能是更早一次定位的`, '须查明拍摄设备所用的时区');
}

function instantAnswer(made: number, statement: string, times: ManifestTimes): Answer {
  const { receivedAt, startAt, endAt } = times;
  // Some recorders write the start time, others the end time.
  if (startAt && fitsDeclared(made, times))
    return holds(`${statement}，在申报的取证时间 ${timeText(startAt)}起的时段之内（允许相差 5 分钟）。`);
  if (isUnset(made, times)) return unsetClock(statement);
  if (made > Date.parse(receivedAt) + toleranceMs)
    return fails(`${statement}，晚于出具机构收到文件的时间 ${timeText(receivedAt)}，相差 ${spanText(made - Date.parse(receivedAt))}。`);
  if (!startAt) return unknown(`${statement}，早于收到文件的时间；提交时没有申报取证时间，无从比较`, '须由提交人说明取证的时间');
  const [begin, end] = [Date.parse(startAt), Date.parse(endAt ?? startAt)];
  return fails(`${statement}，申报的取证时间自 ${timeText(startAt)}起，相差 ${spanText(made < begin ? begin - made : made - end)}。`);
}

/**
 * Whether a clock that nobody set may have written this: it starts, in some zone, on the first day of its epoch or of the year in which the
 * device was made, a year or more before.
 */
function isUnset(made: number, { receivedAt }: ManifestTimes): boolean {
  const nearest = new Date(made + dayMs).getUTCFullYear();
  return Math.abs(made - Date.UTC(nearest, 0)) <= dayMs && nearest < new Date(receivedAt).getUTCFullYear();
}

function unsetClock(statement: string): Answer {
  return unknown(`${statement}，这是未经设置的设备时钟常见的起始日期，不能说明文件何时形成`, '须查明设备的时钟是否设置过');
}

function fitsDeclared(made: number, { receivedAt, startAt, endAt }: ManifestTimes): boolean {
  if (made > Date.parse(receivedAt) + toleranceMs) return false;
  if (!startAt) return true;
  return made >= Date.parse(startAt) - toleranceMs && made <= Date.parse(endAt ?? startAt) + toleranceMs;
}

/** The standard asks for UTC, but many cameras write local time, of whatever zone. Only a time that fits no zone contradicts. */
function containerAnswer(at: string, times: ManifestTimes): Answer {
  const [asUtc, asLocal] = [Date.parse(at), Date.parse(at) - beijingMs];
  const statement = `文件自身记载的形成时间没有写明时区，按协调世界时理解为 ${timeText(at)}`;
  if (!fitsDeclared(asUtc, times) && fitsDeclared(asLocal, times))
    return unknown(
      `${statement}，与申报或者收到的时间不符，按拍摄设备的当地时间（北京时间）理解为 ${timeText(isoText(asLocal))}，则不矛盾`,
      '须查明设备写入的是哪一种时间',
    );
  const answer = instantAnswer(asUtc, `文件自身记载的形成时间为 ${timeText(at)}`, times);
  const [begin, received] = [Date.parse(times.startAt ?? times.receivedAt), Date.parse(times.receivedAt)];
  const isPossible = asUtc - aheadMs <= received + toleranceMs && asUtc + behindMs >= begin - toleranceMs;
  if (answer.finding !== '不成立' || !isPossible) return answer;
  return unknown(
    `${answer.text.replace(/。$/u, '')}；没有写明时区，可能是拍摄设备的当地时间，也可能是导出或者转码时写入的`,
    '须查明设备写入的是哪一种时间',
  );
}

/** A time without a zone, of a picture or a sound: the local time of some place on earth. */
function localAnswer(metadata: FileMetadata, local: string, times: ManifestTimes): Answer {
  const { mediaType, timeOf } = metadata;
  const { receivedAt, startAt, endAt } = times;
  const isDay = !local.includes('T');
  const verb = timeOf ? otherTimes[timeOf].verb : mediaType?.startsWith('audio/') ? '录制于' : '拍摄于';
  const source = mediaType?.startsWith('audio/') ? '录音的元数据写明' : '图片的元数据写明';
  const statement = `${source}${verb} ${local.replace('T', ' ')}（没有写明${isDay ? '时分和' : ''}时区）`;
  const [earliest, latest] = readingsOf({ ...metadata, zonedAt: null, containerAt: null, takenLocal: local });
  if (Number.isNaN(earliest)) return unknown('元数据所写的时间无法读取，无从比较', '须有其他材料证明形成的时间');
  const made = Date.parse(`${local}+08:00`);
  const isFitting = startAt !== null && !isDay && fitsDeclared(made, times);
  if (isFitting && !timeOf)
    return holds(`${statement}，按北京时间理解，在申报的取证时间 ${timeText(startAt)}起的时段之内（允许相差 5 分钟）。`);
  if (!isFitting && isUnset(Date.parse(isDay ? `${local}T00:00:00Z` : `${local}Z`), times)) return unsetClock(statement);
  if (earliest > Date.parse(receivedAt) + toleranceMs)
    return fails(
      `${statement}，按最早的时区（比协调世界时早 14 小时）理解也是 ${timeText(isoText(earliest))}，` +
        `晚于出具机构收到文件的时间 ${timeText(receivedAt)}。`,
    );
  if (!startAt)
    return unknown(
      `${statement}，与收到文件的时间 ${timeText(receivedAt)}不矛盾；提交时没有申报取证时间，无从比较`,
      '须由提交人说明取证的时间',
    );
  const declared = `申报的取证时间自 ${timeText(startAt)}起`;
  const [begin, end] = [Date.parse(startAt), Date.parse(endAt ?? startAt)];
  if (latest < begin - toleranceMs)
    return fails(`${statement}，${declared}，按最晚的时区（比协调世界时晚 12 小时）理解也早 ${spanText(begin - latest)}。`);
  // A picture may have been scanned after it was taken.
  if (earliest > end + toleranceMs && !timeOf)
    return fails(`${statement}，${declared}，按最早的时区（比协调世界时早 14 小时）理解也晚 ${spanText(earliest - end)}。`);
  if (timeOf) return unknown(`${statement}，${declared}；${otherTimes[timeOf].name}不是拍摄的时间`, '须有其他材料证明拍摄的时间');
  if (isDay) return unknown(`${statement}，${declared}，二者不矛盾`, '须有其他材料证明形成的时间');
  const off = spanText(made < begin ? begin - made : made - end);
  return unknown(`${statement}，${declared}，按北京时间理解相差 ${off}，可能是时区不同`, '须查明拍摄设备所用的时区');
}

/** Times in a picture that are not that of the taking. */
const otherTimes: Readonly<Record<Exclude<TimeOf, 'taken'>, { readonly verb: string; readonly name: string }>> = {
  digitized: { verb: '数字化于', name: '数字化的时间' },
  created: { verb: '创建于', name: '由程序创建的时间' },
  fix: { verb: 'GPS 定位于', name: 'GPS 定位的时间' },
};

/** Such a time confirms nothing. It contradicts where it is later than the receipt. */
function otherTime(timeOf: Exclude<TimeOf, 'taken'>, at: string, times: ManifestTimes): Answer {
  const { verb, name } = otherTimes[timeOf];
  const answer = instantAnswer(Date.parse(at), `图片的元数据写明${verb} ${timeText(at)}`, times);
  const isInnocent = Date.parse(at) <= Date.parse(times.receivedAt) + toleranceMs;
  if (answer.finding !== '成立' && !(answer.finding === '不成立' && isInnocent)) return answer;
  return unknown(`${answer.text.replace(/。$/u, '')}；${name}不是拍摄的时间`, '须有其他材料证明拍摄的时间');
}

function isoText(ms: number): string {
  return new Date(ms).toISOString();
}

const dayMs = 86_400_000;
const toleranceMs = 300_000;
const hourMs = 3_600_000;
const beijingMs = 8 * hourMs;
/** How far the first and the last zone on earth are ahead of UTC and behind it. */
const aheadMs = 14 * hourMs;
const behindMs = 12 * hourMs;
/** Whole and half hours. */
const zonesMs = Array.from({ length: 53 }, (_, at) => (at * hourMs) / 2 - behindMs);
