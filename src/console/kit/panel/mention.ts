/** The text between an `@` and the caret. */
export interface Mention {
  /** Position of the `@`. */
  readonly at: number;
  readonly typed: string;
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly position: string;
}

/** Who an `@` may name. */
export interface Colleagues {
  readonly list: readonly Colleague[];
  /** Names of those who may not open the object. */
  readonly barred: readonly string[];
}

/** Undefined if no `@` precedes the caret. A letter or digit before the `@` makes it part of an e-mail address. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const found = /(?:^|[^A-Za-z0-9])[@＠]([^\s@＠]{0,15})$/.exec(text.slice(0, caret));
  return found ? { at: caret - (found[1] ?? '').length - 1, typed: found[1] ?? '' } : undefined;
}

/** The colleagues whose name or role contains the typed text, at most eight. */
export function offered(colleagues: readonly Colleague[], typed: string): Colleague[] {
  return colleagues.filter(({ name, position }) => name.includes(typed) || position.includes(typed)).slice(0, 8);
}

/** Replaces the typed text with the name; returns the new text and caret position. */
export function withMention(text: string, mention: Mention, name: string): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, mention.at)}@${name} `;
  return { text: before + text.slice(mention.at + 1 + mention.typed.length), caret: before.length };
}

/** Whether a text may mention anybody. */
export function hasMention(text: string): boolean {
  return /[@＠]/.test(text);
}

/** Whom a note tells, each once, and a sentence for each `@` that reaches nobody. */
export interface Reach {
  readonly reached: readonly Colleague[];
  readonly faults: readonly string[];
}

/**
 * Where the `@`s of a text lead. A name that is written out counts as if it had been chosen from the list, unless two colleagues have it.
 * @param colleagues undefined while they are not known: then only those chosen from the list are reached.
 * @param typing the mention in progress, which is not judged yet.
 */
export function reachOf(text: string, chosen: readonly Colleague[], colleagues: Colleagues | undefined, typing?: Mention): Reach {
  const { list = [], barred = [] } = colleagues ?? {};
  const names = [...chosen, ...list].map(({ name }) => name).concat(barred);
  const longest = [...new Set(names)].sort((a, b) => b.length - a.length);
  const reached = new Map<string, Colleague>();
  const faults = new Set<string>();
  for (const at of mentionStarts(text)) {
    const name = longest.find((one) => text.startsWith(one, at + 1));
    const meant = chosen.find((one) => one.name === name);
    const named = meant ? [meant] : list.filter((one) => one.name === name);
    const [only] = named;
    if (only && named.length === 1) reached.set(only.id, only);
    else if (at !== typing?.at) faults.add(faultOf(text.slice(at + 1), name, named.length, colleagues));
  }
  return { reached: [...reached.values()], faults: [...faults] };
}

function mentionStarts(text: string): number[] {
  return [...text.matchAll(/[@＠]/g)].map(({ index }) => index).filter((at) => !/[A-Za-z0-9]/.test(text.charAt(at - 1)));
}

function faultOf(rest: string, name: string | undefined, count: number, colleagues: Colleagues | undefined): string {
  const typed = (/^[^\s@＠，。；、：！？,.;:!?]{0,8}/.exec(rest) ?? [''])[0];
  if (count > 1) return `有 ${count} 位同事叫${name}，请从列表中选择`;
  if (!colleagues) return `未能核对“@${typed}”，可能没有人收到提醒`;
  const isBarred = (one: string) => one === name || (typed !== '' && one.startsWith(typed));
  const barred = colleagues.barred.find(isBarred);
  if (barred !== undefined) return `${barred}无权查看此内容，不会收到提醒`;
  return typed === '' ? '“@”后面没有姓名，没有人会收到提醒' : `“@${typed}”不是可提及的同事，没有人会收到提醒`;
}

/** The text in pieces, names separate from the rest. */
export function piecesOf(text: string, names: readonly string[]): readonly { readonly text: string; readonly isName: boolean }[] {
  const marks = names.flatMap((name) => [`@${name}`, `＠${name}`]).sort((a, b) => b.length - a.length);
  const pieces: { text: string; isName: boolean }[] = [];
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const mark = marks.find((one) => text.startsWith(one, at));
    if (mark === undefined) {
      plain += text.charAt(at);
      at += 1;
      continue;
    }
    if (plain !== '') pieces.push({ text: plain, isName: false });
    plain = '';
    pieces.push({ text: mark, isName: true });
    at += mark.length;
  }
  return plain === '' ? pieces : [...pieces, { text: plain, isName: false }];
}
