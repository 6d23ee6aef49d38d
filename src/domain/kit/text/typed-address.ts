import { halfWidth, withoutMarks } from './half-width.ts';

/**
 * The one web address of a text as people paste it: alone, with marks or brackets around it, or within the sentence of a share button,
 * `【标题】 https://… 复制此链接`. Null if there is none, if there are several, or if nobody can tell where it ends, as with one that was
 * wrapped and goes on behind the blank.
 */
export function typedAddress(text: string): string | null {
  const plain = withAsciiScheme(withoutMarks(text).trim());
  const found = new Set(plain.match(addresses) ?? []);
  const [address, ...others] = found;
  if (address === undefined || others.length > 0 || isTwo.test(address) || hasSchemeTwice(address)) return null;
  const [before = '', ...behind] = plain.split(address);
  if (isUnshared.test(before) && behind.some((rest) => /^\s+[\w/]/.test(rest) && !isTitleBelow.test(rest))) return null;
  const around = [before, ...behind].join('');
  if (!/[\p{L}\p{N}]/u.test(around)) {
    const [, alone = address] = sentenceBehind.exec(address) ?? [];
    return runsOn.test(alone) ? null : withoutEnd(alone);
  }
  const [within = ''] = address.split(/[，。；！？、：（）…～｜]/u);
  // Behind the name of the host, ideographs may be a path or the sentence that goes on.
  return /[^\0-\x7f]/.test(within.replace(/^https?:\/\/[^/?#]*/i, '')) ? null : withoutEnd(within);
}

/** Whether a second scheme stands directly behind the first, as in `https://https://example.com`. */
export function hasSchemeTwice(text: string): boolean {
  return /https?:\/+https?(?::|\/\/)/i.test(text);
}

/** As an input method in full width leaves it. Other marks in full width may be part of an address whose scheme is in half width. */
function withAsciiScheme(text: string): string {
  const plain = /ｈｔｔｐ/i.test(text)
    ? text.replaceAll(/[０-９Ａ-Ｚａ-ｚ．／：？＝＆－＿％＃～＠]/g, (letter) => halfWidth(letter))
    : text;
  return plain.replaceAll(/(https?)[:：][/／]{2}/gi, '$1://');
}

/** Nothing, or a label, before an address: no sentence of a share button. */
const isUnshared = /^[^\p{L}\p{N}]*(?:\p{L}{1,6}\s*[:：]\s*)?$/u;
/** A title on the next line, as some share buttons write it: several words. An address that was wrapped goes on without a blank. */
const isTitleBelow = /^[^\S\n]*\n\s*[^\s/]+(?:[^\S\n]+[^\s/]+)+\s*$/;
/** A mark behind ASCII or the name of the host, and ideographs behind the mark. */
const sentenceBehind = /^(https?:\/\/(?:[^/?#，。；！？、：]*|[\0-\x7f]*))[，。；！？、：]\p{Script=Han}/iu;
/** Ideographs directly behind the letters of a path or of the last part of a host. */
const runsOn = /^https?:\/\/[^/?#]*(?:[/?#][\0-\x7f]*[0-9a-z]\p{Script=Han}|\.[0-9a-z-]+\p{Script=Han}[^./?#]*(?:[/?#]|$))/iu;
/** Addresses with a mark of a list between them. In a query, such a mark in half width may belong to it. */
const isTwo = /^[^?#]*[,;|]https?:\/\/|[，、；。｜]https?:\/\//i;
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
