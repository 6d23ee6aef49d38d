/**
 * Shares requests between concurrent callers with the same key. A caller that arrives while a request runs gets the result of the next one,
 * so no result is older than its caller's question. Different keys do not wait for one another.
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

/** Resolves when the answer settles either way; its callers get the error. */
async function settle(answer: Promise<unknown>): Promise<void> {
  await Promise.allSettled([answer]);
}
