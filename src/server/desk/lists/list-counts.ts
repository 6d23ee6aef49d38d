import type { z } from 'zod';
import type { Contract } from '../../../contract/console/index.ts';
import type { Operator } from '../../platform/http/operator.ts';
import type { CountedTotal } from './counted-totals.ts';

/**
 * For each list's call, the counter that holds the number of rows it would return; null if no counter covers the input. A restriction of
 * the call for an operator applies to the number too.
 */
export type ListCounts = {
  readonly [Name in keyof Contract]?: (input: z.output<Contract[Name]['input']>, operator: Operator) => CountedTotal | null;
};
