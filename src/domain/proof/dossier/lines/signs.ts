import { originalOf, run } from './recheck.ts';
import type { ManifestTimes } from '../../evidence/manifest.ts';
import type { TimeOf } from '../../../kit/media/exif.ts';
import type { FileMetadata } from '../../../kit/media/file-metadata.ts';
import { articles } from '../basis.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { mainFile } from '../facts/main-file.ts';
import { fails, holds, notAsked, unknown, type Answer } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { spanText } from '../../../kit/text/span.ts';
import { isCapture, isRecording, lengthText, sizeText, timeText, wholePackage } from './wording.ts';

/** What the file's own content states, compared with what was declared (§18). Read from the first original. */

const ownFormat: LineRule = {
  question: '文件的实际格式和大小是否与登记的一致',
  basis: [articles.online18],
  files: ['manifest.json', 'role:original'],
  check({ metadata, ...facts }) {
    const file = mainFile(facts.files.listed);
    if (!metadata || !file) return unknown('没有读到原始文件，无从比较', wholePackage);
    const size = `大小 ${sizeText(metadata.sizeBytes)}`;
    if (metadata.sizeBytes !== file.sizeBytes) return fails(`文件${size}，登记的是 ${sizeText(file.sizeBytes)}，二者不同。`);
    if (metadata.mediaType === null)
      return unknown(
        `文件${size}，与登记相同；其格式不在可以读取的音频、视频、图片格式之内，不能判断是否为登记的${typeText(file.mediaType)}`,
        opened,
      );
    const [found, listed] = [typeText(metadata.mediaType), typeText(file.mediaType)];
    if (file.mediaType === unstated)
      return unknown(
        `文件开头的内容是${found}，${size}，与登记相同；登记的是 ${unstated}：提交时没有说明格式，或者说明的不是可以登记的格式，无从比较`,
        '须由提交人说明文件的格式',
      );
    if (!isSameType(metadata.mediaType, file.mediaType)) return fails(`文件开头的内容是${found}，登记的是${listed}，二者不同。`);
    if (facts.kind === 'process' || facts.kind === 'move')
      return unknown(
        `文件开头的内容是${found}，${size}，与登记相同；登记录制时不申报格式，登记的是出具机构收到文件后从内容认出的，无从比较`,
        '须由提交人说明文件的格式',
      );
    if (found !== listed) return holds(`文件开头的内容是${found}，与登记的相符（登记为${listed}），${size}，与登记的相同。`);
    return holds(`文件开头的内容是${found}，${size}，与登记的相同。`);
  },
  recheck: (facts) => run(`file --mime-type ${originalOf(facts)}`, '与 manifest.json 中的 mediaType 比较'),
};

const ownLength: LineRule = {
  question: '录音录像自身的时长是否与申报的一致',
  basis: [articles.online18],
  files: (facts) => ['manifest.json', 'role:original', ...(isRecording(facts) ? (['office-record.json'] as const) : [])],
  check(facts) {
    const { metadata } = facts;
    if (isCapture(facts)) return notAsked('原始文件不是录音或录像，没有时长。');
    if (!metadata) return unknown('没有读到原始文件，无从比较', wholePackage);
    if (metadata.mediaType === null) return unknown('没有认出文件的格式，没有读到自身的时长，不知道是不是录音或录像', opened);
    if (!/^(?:audio|video)\//.test(metadata.mediaType)) return notAsked('原始文件的内容不是录音或录像，没有时长。');
    if (metadata.seconds === null) return unknown('没有从文件中读到自身的时长，无从比较', '须播放文件核对');
    const own = `文件自身的时长为 ${lengthText(metadata.seconds)}`;
    if (metadata.isBrokenOff)
      return unknown(
        `文件不完整：按其内容写明的大小，后面的部分缺失；文件头写明的时长为 ${lengthText(metadata.seconds)}，文件中没有这么长`,
        whole,
      );
    return isRecording(facts) ? declaredLength(own, metadata.seconds, facts) : spanLength(own, metadata.seconds, facts);
  },
  recheck: (facts) =>
    isRecording(facts)
      ? run(`ffprobe -show_format ${originalOf(facts)}`, '把 duration 与 office-record.json 的 declaredSeconds 比较')
      : run(`ffprobe -show_format ${originalOf(facts)}`, '把 duration 与 manifest.json 的 startAt、endAt 比较'),
};

const ownTime: LineRule = {
  question: '文件自身记载的形成时间是否与申报的时间相符',
  basis: [articles.online18],
  files: ['manifest.json', 'role:original'],
  check(facts) {
    const { metadata, times } = facts;
    if (!metadata || !times) return unknown('没有读到原始文件或证据清单，无从比较', wholePackage);
    if (metadata.timeOf && metadata.zonedAt !== null) return otherTime(metadata.timeOf, metadata.zonedAt, times);
    if (metadata.zonedAt !== null && metadata.isZonedByGps) return gpsAnswer(metadata, metadata.zonedAt, times);
    if (metadata.zonedAt !== null) return zonedAnswer(metadata.zonedAt, times);
    if (metadata.containerAt !== null) return containerAnswer(metadata.containerAt, times);
    if (metadata.takenLocal !== null) return localAnswer(metadata, metadata.takenLocal, times);
    return unknown('没有从文件中读到形成时间，无从比较', '须有其他材料证明形成的时间');
  },
  recheck: (facts) => run(`exiftool -time:all ${originalOf(facts)}`, '与 manifest.json 的 startAt、endAt 和 receivedAt 比较'),
};

const ownEditor: LineRule = {
  question: '文件中是否没有图片编辑软件留下的标记',
  basis: [articles.online18],
  files: ['manifest.json', 'role:original'],
  check(facts) {
    const { metadata } = facts;
    if (isCapture(facts)) return notAsked('原始文件不是拍摄的图片，没有这种标记可查。');
    if (!metadata) return unknown('没有读到原始文件，无从检查', wholePackage);
    if (metadata.mediaType === null) return unknown('没有认出文件的格式，没有读到元数据，不知道是不是图片', opened);
    if (!metadata.mediaType.startsWith('image/')) return notAsked('原始文件的内容不是图片，没有这种标记可查。');
    const { software, editor } = metadata;
    if (metadata.isGenerated) return fails('图片的元数据写明其内容至少有一部分是由算法生成的。');
    if (editor !== '') return fails(`图片中有编辑软件“${editor}”留下的标记。`);
    if (metadata.isOfCamera) return holds(`图片的元数据写明的程序“${software}”是拍摄设备自己的，没有发现编辑软件留下的标记。`);
    const named = software === '' ? '图片没有写明由什么程序保存' : `图片写明的程序是“${software}”，不知道是不是拍摄设备自己的`;
    return unknown(`没有发现已知编辑软件的标记；${named}；没有标记不等于没有编辑`, '须有拍摄设备中的原图可以比对');
  },
  recheck(facts) {
    const tags = editorTags.map((tag) => `'-${tag}'`).join(' ');
    return `${run(`exiftool -a -G1 ${tags} ${originalOf(facts)}`, '查看标记')}没有标记不等于没有编辑：标记可以被去除。`;
  },
};

/** What the line rests on, as exiftool calls it. */
const editorTags = [
  'Make',
  'Model',
  'Software',
  'ProcessingSoftware',
  'CreatorTool',
  'History*',
  'HasSettings',
  'DigitalSourceType',
  'OriginatingProgram',
  'WriterName',
  'Comment',
];

/** What programs write that know no type. Source: RFC 2046, 4.5.1. */
const unstated = 'application/octet-stream';
/** What settles a line on a file whose content has no format that is read. A declared type says nothing of the content. */
const opened = '须用能够打开该格式的程序核对';
const whole = '须有完整的文件';

/** For example 视频（video/mp4）. */
function typeText(mediaType: string): string {
  const [family = ''] = mediaType.split('/');
  const label = { video: '视频', audio: '音频', image: '图片', text: '文本' }[family] ?? '文件';
  return `${label}（${mediaType}）`;
}

/** MOV, M4A and MP4 are one container format, and clients name them differently. */
function isSameType(found: string, listed: string): boolean {
  const family = (type: string) =>
    /^(?:audio|video)\/(?:mp4|quicktime|x-m4a|x-m4v|3gpp)$/.test(type)
      ? 'iso'
      : /^audio\/(?:wav|x-wav|wave|vnd\.wave)$/.test(type)
        ? 'wav'
        : /^audio\/(?:mpeg|mp3)$/.test(type)
          ? 'mp3'
          : /^(?:audio|video)\/webm$/.test(type)
            ? 'webm'
            : /^image\/(?:heic|heif)(?:-sequence)?$/.test(type)
              ? 'heif'
              : type;
  return family(found) === family(listed);
}

/** For a recording, the manifest states the file's own length; the declared length is in the office record. */
function declaredLength(own: string, seconds: number, { record }: DossierFacts): Answer {
  const said = record?.transfer.declaredSeconds ?? null;
  if (said === null) return unknown(`${own}，提交时没有申报时长，无从比较`, '须由提交人说明录制的时长');
  const off = Math.abs(seconds - said);
  const statement = `${own}，申报的时长为 ${lengthText(said)}`;
  return off <= lengthTolerance(said) ? holds(`${statement}，相差 ${off} 秒。`) : fails(`${statement}，相差 ${lengthText(off)}。`);
}

/** Two declared times span the taking. A file may be shorter, with pauses or made within it, but not longer. */
function spanLength(own: string, seconds: number, { times }: DossierFacts): Answer {
  const { startAt, endAt } = times ?? { startAt: null, endAt: null };
  if (startAt === null || endAt === null) return unknown(`${own}，提交时没有申报起止时间，无从比较`, '须由提交人说明录制的时长');
  const said = Math.round((Date.parse(endAt) - Date.parse(startAt)) / 1000);
  if (said <= 0) return unknown(`${own}，申报的起止时间没有相隔，无从比较`, '须由提交人说明录制的时长');
  const statement = `${own}，申报的起止时间相隔 ${lengthText(said)}`;
  const longer = seconds - said;
  if (Math.abs(longer) <= lengthTolerance(said)) return holds(`${statement}，相差 ${Math.abs(longer)} 秒。`);
  if (longer > 0) return fails(`${statement}，文件长出 ${lengthText(longer)}。`);
  return unknown(`${statement}，文件短 ${lengthText(-longer)}，起止之间可能有没有录制的时候`, '须由提交人说明录制的时长');
}

/** A time that the file states with its zone is compared as an instant. */
function zonedAnswer(at: string, times: ManifestTimes): Answer {
  const statement = `文件自身记载的形成时间（写明了时区）为 ${timeText(at)}`;
  return instantAnswer(Date.parse(at), statement, times);
}

/** The zone is that of the GPS clock. A fix that is hours old makes it another one. */
function gpsAnswer(metadata: FileMetadata, at: string, times: ManifestTimes): Answer {
  const answer = instantAnswer(Date.parse(at), `文件自身记载的形成时间（时区按 GPS 时钟推算）为 ${timeText(at)}`, times);
  const isInnocent = metadata.takenLocal !== null && localAnswer(metadata, metadata.takenLocal, times).finding !== '不成立';
  if (answer.finding !== '不成立' || !isInnocent) return answer;
  return unknown(`${answer.text.replace(/。$/u, '')}；GPS 的时间可能是更早一次定位的`, '须查明拍摄设备所用的时区');
}

function instantAnswer(made: number, statement: string, times: ManifestTimes): Answer {
  if (isUnset(made, times)) return unsetClock(statement);
  const { receivedAt, startAt, endAt } = times;
  if (made > Date.parse(receivedAt) + toleranceMs)
    return fails(`${statement}，晚于出具机构收到文件的时间 ${timeText(receivedAt)}，相差 ${spanText(made - Date.parse(receivedAt))}。`);
  if (!startAt) return unknown(`${statement}，早于收到文件的时间；提交时没有申报取证时间，无从比较`, '须由提交人说明取证的时间');
  // Some recorders write the start time, others the end time.
  if (fitsDeclared(made, times)) return holds(`${statement}，在申报的取证时间 ${timeText(startAt)}起的时段之内（允许相差 5 分钟）。`);
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

const dayMs = 86_400_000;

function unsetClock(statement: string): Answer {
  return unknown(`${statement}，这是未经设置的设备时钟常见的起始日期，不能说明文件何时形成`, '须查明设备的时钟是否设置过');
}

function fitsDeclared(made: number, { receivedAt, startAt, endAt }: ManifestTimes): boolean {
  if (made > Date.parse(receivedAt) + toleranceMs) return false;
  if (!startAt) return true;
  return made >= Date.parse(startAt) - toleranceMs && made <= Date.parse(endAt ?? startAt) + toleranceMs;
}

/** The standard asks for UTC, but many cameras write local time, here Beijing's. Only a time that fits neither contradicts. */
function containerAnswer(at: string, times: ManifestTimes): Answer {
  const [asUtc, asLocal] = [Date.parse(at), Date.parse(at) - beijingMs];
  if (!fitsDeclared(asUtc, times) && fitsDeclared(asLocal, times))
    return unknown(
      `文件自身记载的形成时间没有写明时区，按协调世界时理解为 ${timeText(at)}，与申报或者收到的时间不符，` +
        `按拍摄设备的当地时间（北京时间）理解为 ${timeText(new Date(asLocal).toISOString())}，则不矛盾`,
      '须查明设备写入的是哪一种时间',
    );
  return instantAnswer(asUtc, `文件自身记载的形成时间为 ${timeText(at)}`, times);
}

/** A time without a zone, of a picture or a sound: the local time of some place on earth. */
function localAnswer({ mediaType, timeOf }: FileMetadata, local: string, times: ManifestTimes): Answer {
  const { receivedAt, startAt, endAt } = times;
  const isDay = !local.includes('T');
  const verb = timeOf ? otherTimes[timeOf].verb : mediaType?.startsWith('audio/') ? '录制于' : '拍摄于';
  const source = mediaType?.startsWith('audio/') ? '录音的元数据写明' : '图片的元数据写明';
  const statement = `${source}${verb} ${local.replace('T', ' ')}（没有写明${isDay ? '时分和' : ''}时区）`;
  const [first, last] = isDay ? [`${local}T00:00:00`, `${local}T23:59:59`] : [local, local];
  const [earliest, latest] = [Date.parse(`${first}+14:00`), Date.parse(`${last}-12:00`)];
  if (Number.isNaN(earliest)) return unknown('元数据所写的时间无法读取，无从比较', '须有其他材料证明形成的时间');
  if (isUnset(Date.parse(`${first}Z`), times)) return unsetClock(statement);
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
  const made = Date.parse(`${local}+08:00`);
  if (isDay) return unknown(`${statement}，${declared}，二者不矛盾`, '须有其他材料证明形成的时间');
  if (fitsDeclared(made, times))
    return holds(`${statement}，按北京时间理解，在申报的取证时间 ${timeText(startAt)}起的时段之内（允许相差 5 分钟）。`);
  const off = spanText(made < begin ? begin - made : made - end);
  return unknown(`${statement}，${declared}，按北京时间理解相差 ${off}，可能是时区不同`, '须查明拍摄设备所用的时区');
}

/** Times in a picture that are not that of the taking. */
const otherTimes: Readonly<Record<Exclude<TimeOf, 'taken'>, { readonly verb: string; readonly name: string }>> = {
  digitized: { verb: '数字化于', name: '数字化的时间' },
  created: { verb: '创建于', name: '由程序创建的时间' },
  fix: { verb: 'GPS 定位于', name: 'GPS 定位的时间' },
};

/** Such a time confirms nothing. It contradicts where it is later than the receipt, and a scan also where it is before the taking. */
function otherTime(timeOf: Exclude<TimeOf, 'taken'>, at: string, times: ManifestTimes): Answer {
  const { verb, name } = otherTimes[timeOf];
  const answer = instantAnswer(Date.parse(at), `图片的元数据写明${verb} ${timeText(at)}`, times);
  const isInnocent = Date.parse(at) <= Date.parse(times.receivedAt) + toleranceMs && (timeOf === 'fix' || !isBefore(at, times));
  if (answer.finding !== '成立' && !(answer.finding === '不成立' && isInnocent)) return answer;
  return unknown(`${answer.text.replace(/。$/u, '')}；${name}不是拍摄的时间`, '须有其他材料证明拍摄的时间');
}

function isBefore(at: string, { startAt }: ManifestTimes): boolean {
  return startAt !== null && Date.parse(at) < Date.parse(startAt) - toleranceMs;
}

function isoText(ms: number): string {
  return new Date(ms).toISOString();
}

function lengthTolerance(seconds: number): number {
  return Math.max(2, Math.round(seconds / 100));
}

const toleranceMs = 300_000;
const beijingMs = 28_800_000;

export const signsRules = { ownFormat, ownLength, ownTime, ownEditor } as const satisfies Readonly<Record<string, LineRule>>;
