import { z } from 'zod';
import { bracketLine, bracketOf, type BracketFacts } from '../domain/proof/marks/bracket.ts';
import { formatTime } from '../domain/kit/text/time.ts';

/** Wire form of the times between which an evidence was made; null for evidence without a not-before mark. */
export const bracketField = z
  .object({
    /** `yyyy-MM-dd HH:mm:ss`; null if no outside party proves it, or the evidence does not show its mark. */
    not_before: z.string().nullable(),
    not_after: z.string().nullable(),
    /** Between the two; null if either is null. */
    seconds: z.number().nullable(),
    /** False means 未绑定. */
    bound: z.boolean(),
    /** The whole statement in one line of Chinese. */
    text: z.string(),
  })
  .nullable();
export type BracketField = z.output<typeof bracketField>;

export function bracketFieldOf(facts: BracketFacts): BracketField {
  const text = bracketLine(facts);
  if (text === null || !facts.mark) return null;
  const { notBefore, notAfter, spanMs } = bracketOf(facts);
  return {
    not_before: notBefore && formatTime(notBefore),
    not_after: notAfter && formatTime(notAfter),
    seconds: spanMs === null ? null : Math.round(spanMs / 1000),
    bound: facts.mark.binding !== 'unbound',
    text,
  };
}
