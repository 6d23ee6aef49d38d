import type { EvidenceKind } from '../../domain/business/codes/evidence.ts';
import { formatTime } from '../../domain/kit/text/time.ts';
import { hourMs, minuteMs } from '../data/clock.ts';
import type { Random } from '../data/random.ts';
import { pdfOfPicture } from './evidence-pdf.ts';
import { contractPage, goodsPhoto, seaPhoto, wallPhoto } from './evidence-pictures.ts';
import { voice } from './evidence-voice.ts';
import phone from './phone.b64?raw';
import street from './street.b64?raw';

/** A file of the demo's evidence: its name, and the function that makes its bytes. */
export interface Content {
  readonly title: string;
  readonly fileName: string;
  readonly mediaType: string;
  /** Duration of the capture. */
  readonly lengthMs: number;
  readonly make: () => Promise<Buffer>;
}

/** Content of a kind. Each file is unique, because it contains the evidence's number or time. */
export function contentOf(kind: EvidenceKind, random: Random, number: string, holder: string, savedAt: Date): Content {
  const time = formatTime(savedAt);
  const stamp = time.replaceAll(/\D/g, '');
  switch (kind) {
    case 'photo': {
      const [title, draw] = random.pick(photos);
      return { title, fileName: `IMG_${stamp}.jpg`, mediaType: 'image/jpeg', lengthMs: 0, make: () => draw(random.int(0, 1000), time) };
    }
    case 'audio': {
      const seconds = random.int(2, 5);
      return {
        title: random.pick(['与供应商的电话录音', '催款电话录音', '项目会议录音', '门店沟通录音']),
        fileName: `录音_${stamp}.wav`,
        mediaType: 'audio/wav',
        lengthMs: seconds * 1000,
        make: async () => voice(random, seconds),
      };
    }
    case 'video':
      return {
        title: random.pick(['开箱验货录像', '施工现场录像', '交通事故现场录像', '货物装车录像']),
        fileName: `VID_${stamp}.webm`,
        mediaType: 'video/webm',
        lengthMs: 3200,
        make: async () => clip('street', number),
      };
    case 'screen':
      return {
        title: random.pick(['直播间带货录屏', '网店商品页录屏', '转账记录录屏', '侵权应用操作录屏']),
        fileName: `录屏_${stamp}.webm`,
        mediaType: 'video/webm',
        lengthMs: 3200,
        make: async () => clip('phone', number),
      };
    default:
      return random.pick([contract, contract, chat, page])(random, number, holder, time, savedAt);
  }
}

const photos = [
  ['墙面渗水照片', wallPhoto],
  ['到货外包装照片', goodsPhoto],
  ['水域现场照片', seaPhoto],
] as const;

type Maker = (random: Random, number: string, holder: string, time: string, savedAt: Date) => Content;

const contract: Maker = (random, number, holder, time) => {
  const title = random.pick(['采购合同', '软件开发服务合同', '房屋租赁协议', '商标使用授权书', '保密协议', '货物运输合同']);
  return {
    title,
    fileName: `${title}（签署版）.pdf`,
    mediaType: 'application/pdf',
    lengthMs: 0,
    make: async () => pdfOfPicture(await contractPage({ title, number, holder, day: time.slice(0, 10) })),
  };
};

const chat: Maker = (random, number, holder, time, savedAt) => {
  const first = savedAt.getTime() - 7 * hourMs;
  const lines = Array.from(
    { length: random.int(6, 14) },
    (_, at) => `${formatTime(new Date(first + at * 13 * minuteMs))}  ${at % 2 === 0 ? holder : '对方'}：${random.pick(sentences)}`,
  );
  const title = random.pick(['与客户的聊天记录', '业务往来消息记录', '售后沟通记录']);
  const head = `${title}\r\n导出时间：${time}\r\n核对编号：${number.slice(0, 8)}\r\n（样例，内容均为虚构）`;
  const text = `${head}\r\n\r\n${lines.join('\r\n')}\r\n`;
  return {
    title,
    fileName: `${title}_${number.slice(0, 6)}.txt`,
    mediaType: 'text/plain',
    lengthMs: 0,
    make: async () => Buffer.from(text),
  };
};

const page: Maker = (random, number, _holder, time) => {
  const goods = random.pick(['手工陶瓷茶具套装', '儿童安全座椅', '便携式投影仪', '有机绿茶礼盒']);
  const html =
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${goods}</title>` +
    `<style>body{margin:0;padding:24px;font:15px/1.7 sans-serif;color:#222}h1{font-size:20px}.price{color:#c33;font-size:24px}` +
    `table{border-collapse:collapse}td{border:1px solid #ddd;padding:4px 12px}.note{color:#888}</style></head>` +
    `<body><h1>${goods}（样例页面）</h1><p class="price">¥ ${random.int(39, 1999)}.00</p>` +
    `<table><tr><td>月销量</td><td>${random.int(12, 8000)}</td></tr>` +
    `<tr><td>店铺</td><td>样例商店 ${number.slice(0, 4)}</td></tr><tr><td>发货地</td><td>云州市</td></tr></table>` +
    `<p>本店商品均为原创设计，七天无理由退换。</p>` +
    `<p class="note">页面保存时间：${time}</p></body></html>`;
  return { title: `${goods}商品页`, fileName: `${goods}.html`, mediaType: 'text/html', lengthMs: 0, make: async () => Buffer.from(html) };
};

const sentences = [
  '合同盖章版已寄出，请查收。',
  '尾款什么时候可以安排？',
  '收到，我们这边核对一下数量。',
  '第三批货有两箱外包装破损。',
  '这张设计图是我们先发布的。',
  '好的，明天上午给您答复。',
  '请把发票抬头再发一遍。',
  '已经按约定时间交付了。',
] as const;

/**
 * A WebM of three seconds, drawn for the demo. The note is a Void element at its end (RFC 8794, 11.3.2), which players skip and which makes
 * the file unique.
 */
function clip(name: 'street' | 'phone', note: string): Buffer {
  const text = Buffer.from(note);
  return Buffer.concat([films[name], Buffer.from([0xec, 0x80 + text.length]), text]);
}

const films = { street: Buffer.from(street, 'base64'), phone: Buffer.from(phone, 'base64') };
