/** What is being typed after an `@`, up to the caret. */
export interface Mention {
  /** Where the `@` stands. */
  readonly at: number;
  readonly typed: string;
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly position: string;
}

/** Undefined where the caret stands behind no `@`. A letter or a digit before it makes it a part of an address. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const found = /(?:^|[^A-Za-z0-9])@([^\s@]{0,15})$/.exec(text.slice(0, caret));
  return found ? { at: caret - (found[1] ?? '').length - 1, typed: found[1] ?? '' } : undefined;
}

/** Those whose name or role holds what was typed, at most eight. */
export function offered(colleagues: readonly Colleague[], typed: string): Colleague[] {
  return colleagues.filter(({ name, position }) => name.includes(typed) || position.includes(typed)).slice(0, 8);
}

/** The text with the name in the place of what was typed, and where the caret stands then. */
export function withMention(text: string, mention: Mention, name: string): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, mention.at)}@${name} `;
  return { text: before + text.slice(mention.at + 1 + mention.typed.length), caret: before.length };
}

/** Of those who were chosen while writing, the ones that the text still names. */
export function stillNamed(text: string, chosen: readonly Colleague[]): Colleague[] {
  return chosen.filter(({ name }) => text.includes(`@${name}`));
}

/** The text in pieces, the names apart. */
export function piecesOf(text: string, names: readonly string[]): readonly { readonly text: string; readonly isName: boolean }[] {
  const marks = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length);
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
