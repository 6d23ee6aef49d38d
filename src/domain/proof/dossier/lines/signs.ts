import { originalOf, run } from './recheck.ts';
import type { FileMetadata } from '../../../kit/media/file-metadata.ts';
import { articles } from '../basis.ts';
import type { DossierFacts } from '../facts/facts.ts';
import { mainFile } from '../facts/main-file.ts';
import { fails, holds, notAsked, unknown, type Answer } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { ownTime } from './own-time.ts';
import { isCapture, isRecording, lengthText, sizeText, wholePackage } from './wording.ts';

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
    if (isCapture(facts))
      return unknown(
        `文件开头的内容是${found}，${size}，与登记相同；文件和登记的格式都出自出具机构的取证程序，没有他人申报的格式，无从比较`,
        opened,
      );
    if (facts.kind === 'process' || facts.kind === 'move')
      return unknown(
        `文件开头的内容是${found}，${size}，与登记相同；登记录制时不申报格式，登记的是出具机构收到文件后从内容认出的，无从比较`,
        '须由提交人说明文件的格式',
      );
    if (familyOf(metadata.mediaType) !== familyOf(file.mediaType))
      return unknown(
        `文件开头的内容是${found}，登记的是${listed}，二者用的是同一种容器格式，但音频和视频不同；${size}，与登记的相同`,
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
    const { editor } = metadata;
    if (metadata.isGenerated) return fails('图片的元数据写明其内容至少有一部分是由算法生成的。');
    if (editor !== '') return fails(`图片中有编辑软件“${editor}”留下的标记。`);
    return unknown(`没有发现已知编辑软件的标记；${programText(metadata)}；没有标记不等于没有编辑`, '须有拍摄设备中的原图可以比对');
  },
  recheck(facts) {
    const tags = editorTags.map((tag) => `'-${tag}'`).join(' ');
    return `${run(`exiftool -a -G1 ${tags} ${originalOf(facts)}`, '查看标记')}没有标记不等于没有编辑：标记可以被去除。`;
  },
};

/** Anybody can write into a picture what cameras write. */
function programText({ software, isOfCamera }: FileMetadata): string {
  if (isOfCamera) return `图片写明的程序“${software}”是其写明的拍摄设备所用的写法，但这些元数据任何人都能写入`;
  return software === '' ? '图片没有写明由什么程序保存' : `图片写明的程序是“${software}”，不知道是不是拍摄设备自己的`;
}

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
            : /^image\/(?:heic|heif|avif)(?:-sequence)?$/.test(type)
              ? 'heif'
              : type;
  return family(found) === family(listed);
}

function familyOf(mediaType: string): string {
  return mediaType.split('/')[0] ?? '';
}

/** For a recording, the manifest states the file's own length; the declared length is in the office record. */
function declaredLength(own: string, seconds: number, { record, metadata }: DossierFacts): Answer {
  const said = record?.transfer.declaredSeconds ?? null;
  if (said === null) return unknown(`${own}，提交时没有申报时长，无从比较`, '须由提交人说明录制的时长');
  const off = Math.abs(seconds - said);
  const statement = `${own}，申报的时长为 ${lengthText(said)}`;
  if (off <= lengthTolerance(said)) return holds(`${statement}，相差 ${off} 秒。`);
  if (seconds < said) return unknown(`${statement}，文件短 ${lengthText(off)}，${paused}`, '须由提交人说明录制的时长');
  if (metadata?.mediaType?.startsWith('video/') === true)
    return unknown(`${statement}，文件长出 ${lengthText(off)}，可能是慢动作`, '须由提交人说明录制的时长');
  return fails(`${statement}，文件长出 ${lengthText(off)}。`);
}

/**
 * Two declared times span the collecting. A file may be shorter, with pauses or made within it, or longer, in slow motion or made before.
 */
function spanLength(own: string, seconds: number, { times }: DossierFacts): Answer {
  const { startAt, endAt } = times ?? { startAt: null, endAt: null };
  if (startAt === null || endAt === null) return unknown(`${own}，提交时没有申报起止时间，无从比较`, '须由提交人说明录制的时长');
  const said = Math.round((Date.parse(endAt) - Date.parse(startAt)) / 1000);
  if (said <= 0) return unknown(`${own}，申报的起止时间没有相隔，无从比较`, '须由提交人说明录制的时长');
  const statement = `${own}，申报的起止时间相隔 ${lengthText(said)}`;
  const longer = seconds - said;
  // A time that is declared to the minute may lie a minute off.
  const minutes = [startAt, endAt].filter((at) => Date.parse(at) % 60_000 === 0).length;
  if (Math.abs(longer) <= lengthTolerance(said) + minutes * 60) return holds(`${statement}，相差 ${Math.abs(longer)} 秒。`);
  if (longer > 0)
    return unknown(`${statement}，文件长出 ${lengthText(longer)}，可能是慢动作，也可能是先录制、后取证`, '须由提交人说明录制的时长');
  return unknown(`${statement}，文件短 ${lengthText(-longer)}，${paused}`, '须由提交人说明录制的时长');
}

const paused = '起止之间可能有没有录制的时候';

function lengthTolerance(seconds: number): number {
  return Math.max(2, Math.round(seconds / 100));
}

export const signsRules = { ownFormat, ownLength, ownTime, ownEditor } as const satisfies Readonly<Record<string, LineRule>>;
