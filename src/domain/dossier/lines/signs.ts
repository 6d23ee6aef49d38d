import type { ManifestTimes } from '../../evidence/manifest.ts';
import { isEditor } from '../../hints/exif.ts';
import { formatDay } from '../../text/time.ts';
import { articles } from '../basis.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { mainFile } from '../facts/main-file.ts';
import { fails, holds, notAsked, unknown, type Answer } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { spanText } from '../../text/span.ts';
import { isCapture, lengthText, sizeText, timeText } from './wording.ts';

/** What the file's own content states, compared with what was declared (§18). Read from the first original. */

const ownFormat: LineRule = {
  question: '文件的实际格式和大小是否与登记的一致',
  basis: [articles.online18],
  files: ['manifest.json', 'role:original'],
  check({ metadata, ...facts }) {
    const file = mainFile(facts.files.listed);
    if (!metadata || !file) return unknown('没有读到原始文件，无从比较。');
    const size = `大小 ${sizeText(metadata.sizeBytes)}`;
    if (metadata.sizeBytes !== file.sizeBytes) return fails(`文件${size}，登记的是 ${sizeText(file.sizeBytes)}，二者不同。`);
    if (metadata.mediaType === null)
      return unknown(
        `文件${size}，与登记相同；其格式不在可以读取的音频、视频、图片格式之内，不能判断是否为登记的${typeText(file.mediaType)}。`,
      );
    const [found, listed] = [typeText(metadata.mediaType), typeText(file.mediaType)];
    if (!isSameType(metadata.mediaType, file.mediaType)) return fails(`文件开头的内容是${found}，登记的是${listed}，二者不同。`);
    if (found !== listed) return holds(`文件开头的内容是${found}，与登记的相符（登记为${listed}），${size}，与登记的相同。`);
    return holds(`文件开头的内容是${found}，${size}，与登记的相同。`);
  },
  recheck: '用 file --mime-type 和 ls -l 查看原始文件，与 manifest.json 中的 mediaType 和 sizeBytes 比较。',
};

const ownLength: LineRule = {
  question: '录音录像自身的时长是否与申报的一致',
  basis: [articles.online18],
  files: (facts) => ['manifest.json', 'role:original', ...(isRecording(facts) ? (['office-record.json'] as const) : [])],
  check(facts) {
    const { metadata } = facts;
    const file = mainFile(facts.files.listed);
    if (isCapture(facts) || (file && !/^(?:audio|video)\//.test(file.mediaType))) return notAsked('原始文件不是录音或录像，没有时长。');
    if (!metadata) return unknown('没有读到原始文件，无从比较。');
    if (metadata.seconds === null) return unknown('文件没有记载自身的时长，无从比较。');
    const said = saidSeconds(facts);
    if (said === null) return unknown(`文件自身的时长为 ${lengthText(metadata.seconds)}，提交时没有申报时长，无从比较。`);
    const statement = `文件自身的时长为 ${lengthText(metadata.seconds)}，申报的时长为 ${lengthText(said)}`;
    const off = Math.abs(metadata.seconds - said);
    return off <= lengthTolerance(said) ? holds(`${statement}，相差 ${off} 秒。`) : fails(`${statement}，相差 ${lengthText(off)}。`);
  },
  recheck: (facts) =>
    isRecording(facts)
      ? '用 ffprobe -show_format 查看原始文件的 duration，与 office-record.json 的 declaredSeconds 比较。'
      : '用 ffprobe -show_format 查看原始文件的 duration，与 manifest.json 的 startAt、endAt 比较。',
};

const ownTime: LineRule = {
  question: '文件自身记载的形成时间是否与申报的时间相符',
  basis: [articles.online18],
  files: ['manifest.json', 'role:original'],
  check(facts) {
    const { metadata, times } = facts;
    if (!metadata || !times) return unknown('没有读到原始文件或证据清单，无从比较。');
    if (metadata.containerAt !== null) return containerAnswer(metadata.containerAt, times);
    if (metadata.takenOn !== null) return pictureAnswer(metadata.takenOn, times);
    return unknown('文件自身没有记载形成时间，无从比较。');
  },
  recheck: '用 exiftool -time:all 查看原始文件记载的时间，与 manifest.json 的 startAt、endAt 和 receivedAt 比较。',
};

const ownEditor: LineRule = {
  question: '文件中是否没有图片编辑软件留下的标记',
  basis: [articles.online18],
  files: ['manifest.json', 'role:original'],
  check(facts) {
    const { metadata } = facts;
    const file = mainFile(facts.files.listed);
    if (isCapture(facts) || (file && !file.mediaType.startsWith('image/'))) return notAsked('原始文件不是拍摄的图片，没有这种标记可查。');
    if (!metadata) return unknown('没有读到原始文件，无从检查。');
    if (isEditor(metadata.software)) return fails(`图片的元数据写明由编辑软件“${metadata.software}”保存。`);
    if (metadata.software === '' && metadata.takenOn === null) return unknown('图片没有元数据，看不出经过什么软件保存。');
    return holds(`图片的元数据中没有已知编辑软件的标记${metadata.software === '' ? '' : `，写明的程序是“${metadata.software}”`}。`);
  },
  recheck: '用 exiftool -Software 查看原始文件。没有标记不等于没有编辑：标记可以被去除。',
};

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
            : type;
  return family(found) === family(listed);
}

/** For a recording, the manifest states the file's own length; the declared length is in the office record. */
function saidSeconds(facts: DossierFacts): number | null {
  const { times, record } = facts;
  if (isRecording(facts)) return record?.transfer.declaredSeconds ?? null;
  if (!times || times.startAt === null || times.endAt === null) return null;
  return Math.round((Date.parse(times.endAt) - Date.parse(times.startAt)) / 1000);
}

function isRecording({ kind }: DossierFacts): boolean {
  return kind === 'process' || kind === 'move';
}

function containerAnswer(at: string, { receivedAt, startAt, endAt }: ManifestTimes): Answer {
  const made = Date.parse(at);
  const statement = `文件自身记载的形成时间为 ${timeText(at)}`;
  if (made > Date.parse(receivedAt) + toleranceMs)
    return fails(`${statement}，晚于出具机构收到文件的时间 ${timeText(receivedAt)}，相差 ${spanText(made - Date.parse(receivedAt))}。`);
  if (!startAt) return unknown(`${statement}，早于收到文件的时间；提交时没有申报取证时间，无从比较。`);
  const [begin, end] = [Date.parse(startAt), Date.parse(endAt ?? startAt)];
  // Some recorders write the start time, others the end time.
  if (made >= begin - toleranceMs && made <= end + toleranceMs)
    return holds(`${statement}，在申报的取证时间 ${timeText(startAt)}起的时段之内（允许相差 5 分钟）。`);
  return fails(`${statement}，申报的取证时间自 ${timeText(startAt)}起，相差 ${spanText(made < begin ? begin - made : made - end)}。`);
}

function pictureAnswer(takenOn: string, { receivedAt, startAt }: ManifestTimes): Answer {
  const statement = `图片的元数据写明拍摄于 ${takenOn}`;
  const received = formatDay(new Date(receivedAt));
  if (takenOn > received) return fails(`${statement}，晚于出具机构收到文件的日期 ${received}。`);
  if (!startAt) return unknown(`${statement}，不晚于收到文件的日期 ${received}；提交时没有申报拍摄时间，无从比较。`);
  const day = formatDay(new Date(startAt));
  return takenOn === day ? holds(`${statement}，与申报的日期相同。`) : fails(`${statement}，申报的日期是 ${day}。`);
}

function lengthTolerance(seconds: number): number {
  return Math.max(2, Math.round(seconds / 100));
}

const toleranceMs = 300_000;

export const signsRules = { ownFormat, ownLength, ownTime, ownEditor } as const satisfies Readonly<Record<string, LineRule>>;
