import type { z } from 'zod';
import type { Contract } from '../../contract/console/index.ts';
import type { Operator } from '../http/operator.ts';
import type { CountedTotal } from '../lists/counted-totals.ts';

/**
 * How many rows a list's call would answer, as a question to the counters; null where they do not know. What narrows the call for an
 * operator narrows the number too.
 */
export type ListCounts = {
  readonly [Name in keyof Contract]?: (input: z.output<Contract[Name]['input']>, operator: Operator) => CountedTotal | null;
};
