import { createCanvas } from '@napi-rs/canvas';
import { formatTime } from '../../domain/time.ts';
import type { DemoCapture } from './captures.ts';
import { roundedBox, write, writeWrapped, type Pen } from './easel.ts';
import { itemAt, seeded } from './random.ts';

/** The page of a capture as a picture: drawn here, for a demo opens no web page. Said on its foot. */
export async function drawPage({ number, subject, url, createdAt }: DemoCapture): Promise<Buffer> {
  const random = seeded('captures', 'page', number);
  const accent = itemAt(accents, random.int(0, accents.length));
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  fill(pen, '#ffffff', 0, 0, width, height);
  fill(pen, accent, 0, 0, width, 72);
  write(pen, subject.site, 60, 47, { size: 28, weight: 'bold', ink: '#ffffff' });
  for (const [at, entry] of ['首页', '分类', '热门', '帮助'].entries()) write(pen, entry, 620 + at * 90, 45, { size: 18, ink: '#ffffff' });
  write(pen, `${subject.site} › 正文`, 60, 120, { size: 15, ink: '#8c8c8c' });
  writeWrapped(pen, subject.headline, 60, 176, { size: 34, weight: 'bold', perLine: 26, lineHeight: 46 });
  write(pen, `发布时间 ${formatTime(createdAt).slice(0, 10)}　阅读 ${random.int(200, 90_000)}`, 60, 224, { size: 15, ink: '#8c8c8c' });
  fill(pen, '#f5f5f5', 60, 256, 420, 320);
  pen.fillStyle = accent;
  pen.globalAlpha = 0.35;
  roundedBox(pen, 150 + random.int(0, 60), 320, 220, 190, 18);
  pen.fill();
  pen.globalAlpha = 1;
  for (let at = 0; at < 3; at += 1) writeWrapped(pen, paragraphOf(number, at), 520, 290 + at * 110, { size: 18, ink: '#3c3c3c', perLine: 24, lineHeight: 30 });
  for (let at = 3; at < 6; at += 1) writeWrapped(pen, paragraphOf(number, at), 60, 640 + (at - 3) * 92, { size: 18, ink: '#3c3c3c', perLine: 48, lineHeight: 32 });
  fill(pen, '#fafafa', 0, height - 64, width, 64);
  write(pen, url, 60, height - 26, { size: 14, ink: '#8c8c8c' });
  write(pen, '演示数据，由演示程序绘制，网站与内容均为虚构', width - 60, height - 26, { size: 14, ink: '#8c8c8c', align: 'right' });
  return canvas.encode('png');
}

/** The same page as a source. */
export function sourceOfPage({ number, subject }: DemoCapture): Buffer {
  const paragraphs = [0, 1, 2, 3, 4, 5].map((at) => `<p>${paragraphOf(number, at)}</p>`).join('\n');
  return Buffer.from(`\ufeff<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${subject.headline}</title>
<style>body { max-width: 760px; margin: 24px auto; padding: 0 16px; font: 16px/1.8 sans-serif; color: #3c3c3c } footer { color: #8c8c8c; font-size: 13px }</style></head>
<body><header>${subject.site}</header><h1>${subject.headline}</h1>
${paragraphs}
<footer>演示数据，由演示程序生成，网站与内容均为虚构</footer></body></html>
`);
}

function fill(pen: Pen, ink: string, x: number, y: number, wide: number, high: number): void {
  pen.fillStyle = ink;
  pen.fillRect(x, y, wide, high);
}

function paragraphOf(number: string, at: number): string {
  const random = seeded('captures', 'text', number, at);
  return Array.from({ length: 2 }, () => random.pick(sentences)).join('');
}

const width = 1024;
const height = 980;
const accents = ['#b4342d', '#1668dc', '#237804', '#874d00', '#531dab', '#006d75'];
const sentences = [
  '本店所售商品均支持七天无理由退换，下单后四十八小时内发货。', '图片仅供参考，请以收到的实物为准。', '更多内容请关注我们的频道，每日更新。', '该款式采用新工艺制作，数量有限，售完即止。',
  '以上信息由用户自行发布，平台不承担连带责任。', '如有疑问，请联系在线客服咨询。', '转载请注明出处，侵权必究。', '近期活动火热进行中，邀请好友可得优惠券。', '有网友表示，实际使用感受与描述存在差异。', '经销商可在后台申请授权，批量采购另有优惠。',
];
