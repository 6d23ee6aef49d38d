import { pictureName } from '../web-archive/capture-files.ts';
import { spanText } from '../../kit/text/span.ts';
import { formatTime } from '../../kit/text/time.ts';
import { wholeText, type LimitedText } from '../../kit/text/limited-text.ts';
import type { ClockFacts } from './clocks.ts';
import { judged, type Judgement } from './judgement.ts';
import { placeText, type MarkPlace } from './mark-place.ts';
import type { MarkBinding, MarkBlock } from './mark.ts';

/** What is known about when an evidence was made, from a package or from the office's rows. Times have the form of `Date.toISOString`. */
export interface BracketFacts {
  /** Null for evidence that was made without a mark. */
  readonly mark: MarkFacts | null;
  /** Time of the token over the checkpoint that covers the evidence, else the time of its witnesses; null without either. */
  readonly notAfter: string | null;
  /** Null for evidence that no server captured. */
  readonly clocks: ClockFacts | null;
}

export interface MarkFacts {
  /** 64 lower-case hex digits. */
  readonly hash: string;
  readonly code: string;
  readonly checkpointSize: number;
  /** Time of the token over the mark's checkpoint; null if it has none. */
  readonly timestampAt: string | null;
  /** When enough witnesses for the office's policy had signed the mark's checkpoint; null if too few did. */
  readonly witnessedAt: string | null;
  readonly block: MarkBlock | null;
  readonly binding: MarkBinding;
  /** Where it stands; null if unbound, or if it was not recorded. */
  readonly place: MarkPlace | null;
  /** Why the mark is invalid or belongs to other evidence, in Chinese; null if nothing is wrong. */
  readonly fault: string | null;
}

/** The proven times and the time between them. */
export interface Bracket {
  /** Null if no outside party proves it, or if the evidence does not show its mark. */
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  /** Null if either time is null. */
  readonly spanMs: number | null;
}

export function bracketOf({ mark, notAfter: after }: BracketFacts): Bracket {
  const isShown = mark !== null && mark.fault === null && mark.binding !== 'unbound';
  const known = isShown ? (mark.timestampAt ?? mark.witnessedAt) : null;
  const notBefore = known === null ? null : new Date(known);
  const notAfter = after === null ? null : new Date(after);
  return { notBefore, notAfter, spanMs: notBefore && notAfter ? notAfter.getTime() - notBefore.getTime() : null };
}

/**
 * Whether the evidence was made between the two times. 成立 requires proof by an outside party at both ends, and that the office itself put
 * the mark into the picture.
 */
export function judgeBracket(facts: BracketFacts): Judgement {
  const { mark } = facts;
  const { notBefore, notAfter, spanMs } = bracketOf(facts);
  if (!mark) return judged('不涉及', '证据没有时间标记，只能证明不晚于锚定的时间');
  if (mark.fault !== null) return judged('不成立', mark.fault);
  // That the picture shows a mark of which nobody proves when it was made would settle nothing.
  if (mark.binding === 'unbound' && (mark.timestampAt ?? mark.witnessedAt) !== null) return judged('无法判断', unboundText(mark.code));
  const standing = placeText(placeOf(mark));
  if (!notBefore) return judged('无法判断', `${standing}，没有可信时间戳，也没有足够的见证，不能证明“不早于”${blockText(mark.block)}`);
  const open = openText(mark);
  const stated = `${standing}${open === null ? '' : `，${open}`}`;
  if (!notAfter)
    return judged(
      '无法判断',
      `不早于 ${shown(notBefore)}；${stated}；没有第三方证明它最迟何时存在，不能证明“不晚于”；须取得存证之后的可信时间戳`,
    );
  if (spanMs !== null && spanMs < 0) {
    const order = `“不早于”的时间 ${shown(notBefore)} 在“不晚于”的时间 ${shown(notAfter)} 之后`;
    return judged('不成立', `${order}，时间标记不可能属于该证据；${standing}`);
  }
  const between = `不早于 ${shown(notBefore)}，不晚于 ${shown(notAfter)}，相隔 ${spanText(spanMs ?? 0)}；${stated}`;
  if (open === null) return judged('成立', between);
  const settled = mark.binding === 'file' ? `须由人核对画面或者声音中的校验码 ${mark.code}` : '须有其他材料证明文件形成的时间';
  return judged('无法判断', `${between}；${settled}`);
}

/**
 * What the place of a mark leaves open; null where the office itself drew it into the picture. Into the bytes of an old file, those of its
 * sound and pictures included, anybody can write it.
 */
function openText({ binding, place }: MarkFacts): string | null {
  if (binding === 'file') return '只证明文件在此后封装，不证明内容在此后形成';
  return place?.in === 'log' ? '只证明取证在此后开始，不证明所取的文件在此后形成' : null;
}

function placeOf({ binding, place }: MarkFacts): MarkPlace | null {
  return binding === 'capture' ? (place ?? drawn) : place;
}

/** Captures of earlier releases were all drawn. */
const drawn: MarkPlace = { in: 'picture', file: pictureName };

/** One line for certificates; null for evidence without a mark. */
export function bracketText(facts: BracketFacts): LimitedText | null {
  if (!facts.mark) return null;
  const { notBefore, notAfter, spanMs } = bracketOf(facts);
  const [before, after] = [notBefore && `不早于 ${formatTime(notBefore)}`, notAfter && `不晚于 ${formatTime(notAfter)}`];
  if (facts.mark.binding === 'unbound') return { text: joined(after, '不早于：未绑定'), limit: '' };
  const standing = facts.mark.fault === null ? placeText(placeOf(facts.mark)) : null;
  const open = before === null ? null : openText(facts.mark);
  const limit = open === null ? '' : `，${open}`;
  if (before !== null && after !== null && spanMs !== null && spanMs >= 0)
    return { text: joined(`${before}，${after}，相隔 ${spanText(spanMs)}`, standing), limit };
  return { text: joined(before, after, before === null ? '不早于：无法判断' : '不晚于：无法判断', standing), limit };
}

/** The same as one text. */
export function bracketLine(facts: BracketFacts): string | null {
  const text = bracketText(facts);
  return text && wholeText(text);
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('；');
}

function unboundText(code: string): string {
  return `未绑定：文件的字节中没有时间标记；须由人核对画面的第一帧是否显示校验码 ${code}`;
}

function blockText(block: MarkBlock | null): string {
  if (!block) return '；此后取得的时间戳或者见证只证明取得时，不能补证；须有其他材料证明形成的时间';
  return `；时间标记另记有链 ${block.chainId} 的区块 ${block.number}；须在链上核对其哈希和时间`;
}

function shown(at: Date): string {
  return `${formatTime(at)}（北京时间）`;
}
