/**
 * Shares a question between concurrent callers of one key. Whoever comes while it is under way gets the answer of the next one: every
 * answer is of a question that was asked after its caller came. Keys do not wait for one another.
 */
export function sharedQuestion<Answer>(ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<Answer>>();

  const start = (key: string): Promise<Answer> => {
    const answer = ask(key);
    const settled: Promise<unknown> = settle(answer).finally(() => {
      if (running.get(key) === settled) running.delete(key);
    });
    running.set(key, settled);
    return answer;
  };

  return (key) => {
    const present = running.get(key);
    if (!present) return start(key);
    const next =
      waiting.get(key) ??
      present.then(() => {
        waiting.delete(key);
        return start(key);
      });
    waiting.set(key, next);
    return next;
  };
}

/** Resolves when the answer is there, whatever it is: its callers hear of a failure. */
async function settle(answer: Promise<unknown>): Promise<void> {
  await Promise.allSettled([answer]);
}
