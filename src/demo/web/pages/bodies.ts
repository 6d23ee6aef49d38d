import { formatTime } from '../../../domain/kit/text/time.ts';
import { minuteMs } from '../../data/clock.ts';
import type { Random } from '../../data/random.ts';
import { choicesOf, nameOf, noticeItemsOf, paragraphsOf, remarksOf } from './words.ts';

/** Content of a page; the address seeds the random numbers. */
export interface Filling {
  readonly headline: string;
  /** `publishedAt` as `yyyy-MM-dd HH:mm:ss`. */
  readonly published: string;
  readonly publishedAt: Date;
  readonly random: Random;
}

export function shopBody({ headline, random }: Filling): string {
  const price = random.int(19, 399);
  const rows = [
    ['品牌', random.pick(['暂无', '自有品牌', '同款'])],
    ['产地', random.pick(['浙江', '广东', '江苏', '福建'])],
    ['货号', `S${random.int(10_000, 99_999)}`],
    ['库存', `${random.int(30, 4000)} 件`],
    ['发货', '48 小时内'],
  ];
  return `<section class="goods">${picture(random, 420, 420)}<div><h1>${headline}</h1><p class="price">¥${price}.${random.pick(['00', '80', '90'])}<s>¥${price * 2 + 9}.00</s></p><p>月销 ${random.int(200, 9000)} 件　累计评价 ${random.int(80, 3000)}</p>
<p class="choice">${choicesOf(random)
    .map((choice) => `<span>${choice}</span>`)
    .join('')}</p><p><button>加入购物车</button><button class="main">立即购买</button></p></div></section>
<h2>商品参数</h2>${table(rows)}
<h2>商品详情</h2>${paragraphsOf(random, 'shop', 2).join('')}${picture(random, 960, 300, true)}
<h2>买家评价</h2>${comments(random, 3)}`;
}

export function articleBody({ headline, published, random }: Filling): string {
  const [first = '', second = '', ...others] = paragraphsOf(random, 'article', 4);
  return `<article><h1>${headline}</h1><p class="by">${nameOf(random)}　${published}　阅读 ${random.int(300, 90_000)}</p>${first}${second}
${picture(random, 760, 340)}<p class="caption">图片由作者提供</p>${others.join('')}</article>
<h2>读者留言</h2>${comments(random, 2)}`;
}

export function threadBody({ headline, publishedAt, random }: Filling): string {
  const texts = [...paragraphsOf(random, 'opening', 1), ...paragraphsOf(random, 'reply', 3)];
  let minutes = 0;
  const posts = texts.map((text, at) => {
    const post = `<li><p class="by"><b>${nameOf(random)}</b>　${at + 1} 楼　${formatTime(new Date(publishedAt.getTime() + minutes * minuteMs))}</p>${text}</li>`;
    minutes += random.int(3, 240);
    return post;
  });
  return `<h1>${headline}</h1><p class="by">回复 ${posts.length - 1}　浏览 ${random.int(400, 60_000)}</p><ol class="thread">${posts.join('')}</ol>`;
}

export function galleryBody({ headline, published, random }: Filling): string {
  const small = Array.from({ length: 4 }, () => picture(random, 220, 150, true)).join('');
  return `<h1>${headline}</h1><p class="by">上传 ${nameOf(random)}　${published}　下载 ${random.int(100, 20_000)} 次</p>${picture(random, 960, 540)}
${table([
  ['尺寸', '3840 × 2160'],
  ['格式', 'JPG'],
  ['授权', random.pick(['免费下载', '会员免费', '个人使用'])],
])}${paragraphsOf(random, 'gallery', 1).join('')}<h2>相似图片</h2><p class="row">${small}</p>`;
}

export function noticeBody({ headline, published, random }: Filling): string {
  const [opening = '', closing = ''] = paragraphsOf(random, 'notice', 2);
  return `<article><h1 class="centre">${headline}</h1><p class="by centre">发布时间 ${published}　编号 ${published.slice(0, 4)}-${random.int(100, 999)}</p>${opening}
<ol>${noticeItemsOf(random, headline)
    .map((item) => `<li>${item}</li>`)
    .join('')}</ol>${closing}<p class="sign">特此公告<br>${published.slice(0, 10)}</p></article>`;
}

export function downloadBody({ headline, published, random }: Filling): string {
  return `<section class="goods">${picture(random, 180, 180)}<div><h1>${headline}</h1><p>大小 ${random.int(20, 900)} MB　更新 ${published.slice(0, 10)}　下载 ${random.int(2000, 300_000)} 次</p><p><button class="main">高速下载</button><button>普通下载</button></p></div></section>
<h2>软件介绍</h2>${paragraphsOf(random, 'download', 2).join('')}<h2>软件截图</h2><p class="row">${picture(random, 460, 260, true)}${picture(random, 460, 260, true)}</p><h2>网友评论</h2>${comments(random, 3)}`;
}

export function lookUpBody({ headline, published, random }: Filling): string {
  const rows = [
    ['主办单位', `${random.pick(['蓝桥', '远山', '青禾', '明川'])}信息技术有限公司`],
    ['单位性质', '企业'],
    ['备案号', `演示备案${random.int(10_000_000, 99_999_999)}号-${random.int(1, 9)}`],
    ['网站域名', `site${random.int(100, 999)}.example.com`],
    ['审核时间', published.slice(0, 10)],
    ['限制接入', '否'],
  ];
  return `<h1>${headline}</h1>${table(rows)}${paragraphsOf(random, 'lookUp', 1).join('')}<h2>最近查询</h2>${comments(random, 2)}`;
}

/** An image whose address determines its content. With `isLazy`, the browser loads it when it scrolls into view. */
function picture(random: Random, width: number, height: number, isLazy = false): string {
  return `<img src="/picture/${random.int(1000, 9999)}-${width}x${height}.svg" width="${width}" height="${height}" alt="配图"${isLazy ? ' loading="lazy"' : ''}>`;
}

function table(rows: readonly (readonly string[])[]): string {
  return `<table>${rows.map(([name, value]) => `<tr><th>${name ?? ''}</th><td>${value ?? ''}</td></tr>`).join('')}</table>`;
}

function comments(random: Random, count: number): string {
  return `<ul class="comments">${remarksOf(random, count)
    .map((remark) => `<li><b>${nameOf(random)}</b>${remark}</li>`)
    .join('')}</ul>`;
}
