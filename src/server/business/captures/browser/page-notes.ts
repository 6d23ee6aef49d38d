import type { CaptureNote } from '../../../../domain/proof/web-archive/capture-notes.ts';
import { certificateReason } from './failure.ts';
import type { PageSize } from './page-picture.ts';
import type { Measured } from './page-world.ts';

/** What was seen of a page that its pictures or its archive may lack. */
export interface SeenPage {
  readonly measured: Measured;
  readonly size: PageSize;
  readonly shown: PageSize;
  /** Boxes and frames that could not be opened. */
  readonly closedBoxes: number;
  /** What the walk saw, hides beyond the window and is in no picture. */
  readonly hidden: number;
  /** Frames that were not walked, or not to their end. */
  readonly unwalkedFrames: number;
  /** Whether the page still grew when the time for walking it was over. */
  readonly isGrowing: boolean;
  readonly missing: { readonly asked: number; readonly kinds: ReadonlyMap<string, number>; readonly lost: number };
  /** The most requests that a page may make; null if it did not reach it. */
  readonly requestLimit: number | null;
  /** Scripts that did not come to an end. */
  readonly stoppedScripts: number;
  /** PDF files that frames show. */
  readonly framedFiles: number;
  /** Whether a picture is sent anew again and again, as a camera does. */
  readonly isSentAnew: boolean;
  readonly hasServiceWorker: boolean;
  /** Words of dialogs that the browser showed beside the page. */
  readonly said: readonly string[];
  /** Whether data were pushed to the page, which the archive lacks. */
  readonly isPushed: boolean;
  readonly selfLoads: number;
  /** Whether it was kept from leaving once more. */
  readonly isHeld: boolean;
  /** 0 to 1: how much of two pictures of the end is the same. */
  readonly stillness: number;
  readonly status: number;
  /** The browser's word for what is wrong with the certificate; empty if nothing is. */
  readonly certificateFault: string;
}

export function notesOf(seen: SeenPage): CaptureNote[] {
  const { measured, size, shown } = seen;
  const letters = measured.withoutGlyph;
  const notes: readonly PossibleNote[] = [
    [
      size.height > shown.height || seen.isGrowing,
      'cut_height',
      seen.isGrowing
        ? `页面随滚动不断加长，截图止于 ${figure(shown.height)} 像素`
        : `页面高 ${figure(size.height)} 像素，截图止于 ${figure(shown.height)} 像素`,
    ],
    [size.width > shown.width, 'cut_width', `页面宽 ${figure(size.width)} 像素，截图止于 ${figure(shown.width)} 像素`],
    [innerTexts(seen).length > 0, 'inner_scroll', innerTexts(seen).join('；')],
    [missingTexts(seen).length > 0, 'missing_resources', missingTexts(seen).join('；')],
    [measured.lazyLeft + measured.lazyFrames > 0, 'lazy_left', lazyText(measured)],
    [measured.isCovered || seen.said.length > 0, 'covered', coveredText(seen)],
    [seen.hasServiceWorker, 'service_worker', '网页要求安装后台服务程序（Service Worker），已拒绝'],
    [seen.selfLoads > 0 || seen.isHeld, 'self_reload', selfText(seen)],
    [
      letters.length > 0,
      'no_font',
      `${letters.length} 个字符没有可用的字体，在截图中显示为方框：${letters.slice(0, 10).join('、')}${letters.length > 10 ? '等' : ''}`,
    ],
    [seen.stillness < leastStill || measured.playing > 0 || seen.isSentAnew, 'moving', movingText(seen)],
    ...answerNotes(seen),
  ];
  return madeOf(notes);
}

/** Notes on a file that the address answered with. */
export function fileNotes(
  file: Pick<SeenPage, 'status' | 'certificateFault'> & { readonly name: string; readonly mediaType: string; readonly sizeBytes: number },
): CaptureNote[] {
  const name = file.name.replace(/[\p{C}]/gu, '').slice(0, 200);
  const type = file.mediaType === '' ? '' : `，类型 ${file.mediaType.slice(0, 100)}`;
  return madeOf([[true, 'file', `目标网址的应答是文件“${name}”（${figure(file.sizeBytes)} 字节${type}），原样保存`], ...answerNotes(file)]);
}

type PossibleNote = readonly [is: boolean, code: CaptureNote['code'], text: string];

function answerNotes({ status, certificateFault }: Pick<SeenPage, 'status' | 'certificateFault'>): PossibleNote[] {
  return [
    [status >= 400, 'http_status', `目标网址的应答是 HTTP ${status}`],
    [certificateFault !== '', 'certificate', `目标网站的安全证书无效（${certificateReason(certificateFault)}），按要求仍然取证`],
  ];
}

function madeOf(notes: readonly PossibleNote[]): CaptureNote[] {
  return notes.flatMap(([is, code, text]) => (is ? [{ code, text }] : []));
}

function innerTexts({ measured, closedBoxes, hidden, unwalkedFrames, framedFiles }: SeenPage): string[] {
  const others = [
    ...(hidden > 0 ? [`${hidden} 处内容滚动后隐藏，截图中没有`] : []),
    ...(measured.folded > 0 ? [`${measured.folded} 处文字折叠，未展开`] : []),
    ...(framedFiles > 0 ? [`网页中嵌有 ${framedFiles} 个 PDF 文件，截图只含其显示出的部分，完整文件在网页存档中`] : []),
    ...(unwalkedFrames > 0 ? [`${unwalkedFrames} 个框架未完整滚动浏览，滚动时才载入的内容可能缺失`] : []),
  ];
  if (measured.isReplaced) return ['滚动时内容被替换，截图只含其中一部分', ...others];
  if (closedBoxes > 0) return [`${closedBoxes} 个可滚动区域或框架未能完整展开`, ...others];
  return [...(measured.isClipped ? ['页面有内容超出窗口且没有滚动条，截图只含其中一部分'] : []), ...others];
}

function selfText({ selfLoads, isHeld }: SeenPage): string {
  return [
    ...(selfLoads > 0 ? [`网页自行刷新或跳转 ${selfLoads} 次，取证的是其最后停留时的状态`] : []),
    ...(isHeld ? ['截图时网页要自行刷新或跳转，已阻止，取证的是此前的状态'] : []),
  ].join('；');
}

function coveredText({ measured, said }: SeenPage): string {
  const words = said.slice(0, 3).map((one) => `“${one.replace(/[\p{C}\s]+/gu, ' ').slice(0, 100)}”`);
  return [
    ...(measured.isCovered ? ['页面被弹窗遮挡'] : []),
    ...(said.length > 0 ? [`网页弹出 ${said.length} 个对话框（${words.join('、')}${said.length > 3 ? '等' : ''}），截图中没有`] : []),
  ].join('；');
}

function lazyText({ lazyLeft, lazyFrames }: Measured): string {
  const counts = [...(lazyLeft > 0 ? [`${lazyLeft} 张图片`] : []), ...(lazyFrames > 0 ? [`${lazyFrames} 个框架`] : [])];
  return `取证结束时仍有 ${counts.join('、')}没有内容`;
}

function missingTexts({ measured: { unstyled }, missing: { asked, kinds, lost }, ...seen }: SeenPage): string[] {
  const { requestLimit, stoppedScripts, isPushed } = seen;
  const counts = new Map(kinds);
  if (unstyled > 0) counts.set('stylesheet', (counts.get('stylesheet') ?? 0) + unstyled);
  const count = [...counts.values()].reduce((sum, each) => sum + each, lost);
  const named = [...counts].map(([kind, each]) => `${kindNames[kind] ?? '其他'} ${each} 个`);
  if (lost > 0) named.push(`未存入存档 ${lost} 个`);
  return [
    ...(count > 0 ? [`网页请求的 ${asked + unstyled} 个资源中有 ${count} 个未取得（${named.join('、')}）`] : []),
    ...(requestLimit === null ? [] : [`网页的请求超过 ${figure(requestLimit)} 个，其后不再放行`]),
    ...(stoppedScripts === 0 ? [] : [`网页的脚本不停运行，浏览器没有应答，已中止 ${stoppedScripts} 次，其后的内容可能缺失`]),
    ...(isPushed ? ['网站向网页推送的数据（WebSocket 等）未存入存档'] : []),
  ];
}

function movingText({ stillness, measured, isSentAnew }: SeenPage): string {
  if (stillness < leastStill) return `取证结束时画面仍在变化，前后两次截图有 ${((1 - stillness) * 100).toFixed(1)}% 不同`;
  if (isSentAnew) return '网页中有不断更新的画面（如摄像头），截图只是其中一刻';
  return `网页中有 ${measured.playing} 段影片正在播放，截图只是其中一刻`;
}

/** Less than this, and the page counts as moving. */
export const leastStill = 0.99;

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

/** Kinds of resources, as the browser names them. */
const kindNames: Readonly<Record<string, string>> = {
  image: '图片',
  stylesheet: '样式',
  script: '脚本',
  font: '字体',
  media: '音视频',
  document: '框架',
  xhr: '数据',
  fetch: '数据',
};
