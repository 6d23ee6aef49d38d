import type { CaptureSubject } from '../../data/captures.ts';

/** The style sheet of an invented site. */
export function demoStyle(page: CaptureSubject['page']): string {
  return `body { margin: 0; color: #333; font: 16px/1.75 sans-serif; background: #fff }
header { display: flex; gap: 40px; align-items: center; height: 64px; padding: 0 203px; color: #fff; background: ${accents[page]} }
header b { font-size: 24px } nav a { margin-right: 28px; color: #fff; text-decoration: none }
main { width: 960px; margin: 0 auto } footer { margin-top: 32px; padding: 16px; color: #888; font-size: 13px; text-align: center; background: #f6f6f6 }
.path, .by, .caption { color: #888; font-size: 14px } h1 { font-size: 28px; line-height: 1.4 } h2 { padding-left: 10px; font-size: 19px; border-left: 4px solid ${accents[page]} }
.goods { display: grid; grid-template-columns: auto 1fr; gap: 32px } .price { color: #c8161d; font-size: 30px } .price s { margin-left: 12px; color: #999; font-size: 15px }
.choice span { margin-right: 12px; padding: 4px 14px; border: 1px solid #ccc } button { margin-right: 12px; padding: 10px 28px; font: inherit; border: 1px solid ${accents[page]}; background: #fff } .main { color: #fff; background: ${accents[page]} }
table { width: 100%; border-collapse: collapse } th, td { padding: 8px 14px; text-align: left; border: 1px solid #e5e5e5 } th { width: 160px; font-weight: normal; background: #fafafa }
.comments, .thread { padding: 0; list-style: none } .comments li, .thread li { padding: 10px 0; border-bottom: 1px solid #eee } .comments b { margin-right: 16px; font-weight: normal; color: #888 }
.centre { text-align: center } .sign { text-align: right } .row { display: flex; gap: 16px } .caption { text-align: center } article > img { display: block; margin: 0 auto }
`;
}

const accents: Readonly<Record<CaptureSubject['page'], string>> = {
  shop: '#b4342d',
  article: '#1668dc',
  thread: '#237804',
  gallery: '#531dab',
  notice: '#874d00',
  download: '#006d75',
  lookUp: '#3a4a5c',
};
