import { withoutMarks } from './half-width.ts';

/**
 * The one web address of a text as people paste it: alone, with marks or brackets around it, or within the sentence of a share button,
 * `【标题】 https://… 复制此链接`. Null if there is none, if there are several, or if nobody can tell where it ends.
 */
export function typedAddress(text: string): string | null {
  const plain = withoutMarks(text).trim();
  const found = new Set(plain.match(addresses) ?? []);
  const [address, ...others] = found;
  if (address === undefined || others.length > 0) return null;
  const around = plain.split(address).join('');
  if (!/[\p{L}\p{N}]/u.test(around)) return withoutEnd(address);
  const [within = ''] = address.split(/[，。；！？、：（）…～｜]/u);
  // Behind the name of the host, ideographs may be a path or the sentence that goes on.
  return /[^\0-\x7f]/.test(within.replace(/^https?:\/\/[^/?#]*/i, '')) ? null : withoutEnd(within);
}

const addresses = /https?:\/\/[^\s<>"“”‘’「」『』【】《》〈〉`]+/gi;

/** Without the marks of a sentence at its end, and without brackets that do not begin in it. */
function withoutEnd(address: string): string {
  for (let kept = address; ; kept = kept.slice(0, -1)) {
    const last = kept.at(-1) ?? '';
    const [open, close] = last === '）' ? ['（', '）'] : ['(', ')'];
    const isOver = (last === ')' || last === '）') && kept.split(open).length < kept.split(close).length;
    if (!isOver && !/[。，、；！？…,'》〉]$/u.test(kept)) return kept;
  }
}
