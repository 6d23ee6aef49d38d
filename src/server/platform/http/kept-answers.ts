import { evenIfCallerLeaves } from '../runtime/asker.ts';

/** Answers that are costly to make, kept for some seconds; callers that ask at once share the making. */
export interface KeptAnswers<Answer> {
  get(key: string, make: () => Promise<Answer>): Promise<Answer>;
}

export interface KeptAnswersOptions<Answer> {
  readonly keptMs: number;
  /** Whether an answer is kept; all are, unless said. An error never is. */
  readonly isKept?: (answer: Answer) => boolean;
  /** The number of answers that are kept; the oldest goes first. */
  readonly most?: number;
  readonly nowMs?: () => number;
}

export function keptAnswers<Answer>({
  keptMs,
  isKept = () => true,
  most = 100,
  nowMs = () => performance.now(),
}: KeptAnswersOptions<Answer>): KeptAnswers<Answer> {
  const kept = new Map<string, { readonly answer: Promise<Answer>; readonly untilMs: number }>();
  return {
    get(key, make) {
      const found = kept.get(key);
      if (found && nowMs() < found.untilMs) return found.answer;
      kept.delete(key);
      const answer = evenIfCallerLeaves(make);
      const entry = { answer, untilMs: nowMs() + keptMs };
      kept.set(key, entry);
      const drop = (): void => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      void answer.then((made) => isKept(made) || drop(), drop);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return answer;
    },
  };
}
