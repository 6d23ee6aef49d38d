/**
 * Equal reads at the same time: one runs, those that come meanwhile share the next. An answer always comes from a read that began
 * after the call, so that everybody sees what he has just written; nothing is remembered once it is answered.
 */
export class SharedReads {
  readonly #last = new Map<string, Last>();

  /** `key` names what is read, and so the type of the answer too. The answer is shared: nobody may change it. */
  read<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const last = this.#last.get(key);
    if (last && !last.hasBegun) return last.answer as Promise<Answer>;
    const mine: Last = { hasBegun: false, answer: Promise.resolve() };
    const begin = (): Promise<Answer> => {
      mine.hasBegun = true;
      return read().finally(() => {
        if (this.#last.get(key) === mine) this.#last.delete(key);
      });
    };
    const answer = last ? last.answer.then(begin, begin) : begin();
    mine.answer = answer;
    this.#last.set(key, mine);
    return answer;
  }
}

interface Last {
  hasBegun: boolean;
  answer: Promise<unknown>;
}
