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

/** Undefined if no `@` precedes the caret. A letter or digit before the `@` makes it part of an e-mail address. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const found = /(?:^|[^A-Za-z0-9])@([^\s@]{0,15})$/.exec(text.slice(0, caret));
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

/** The chosen colleagues whom the text still names. */
export function stillNamed(text: string, chosen: readonly Colleague[]): Colleague[] {
  return chosen.filter(({ name }) => text.includes(`@${name}`));
}

/** The text in pieces, names separate from the rest. */
export function piecesOf(text: string, names: readonly string[]): readonly { readonly text: string; readonly isName: boolean }[] {
  const marks = names.map((name) => `@${name}`).sort((a, b) => b.length - a.length);
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
