import { z } from 'zod';
import { panelObjectOf } from '../../domain/trail/panel-object.ts';

/** What stands beside an object. Whoever may open the object may make these calls of it; to others it is as unknown as what never was. */

/** The object as the trail names it: `application/12`. */
export const object = z.string('对象不能为空').transform((given, context) => {
  const named = panelObjectOf(given);
  if (named) return named;
  context.addIssue({ code: 'custom', message: '对象无效' });
  return z.NEVER;
});

/** Comma-joined, each once. */
export const ids = (max: number, tooMany: string) =>
  z
    .string()
    .transform((given) => [...new Set(given.split(',').filter((one) => one !== ''))])
    .refine((given) => given.length <= max, tooMany)
    .refine((given) => given.every((one) => /^[1-9]\d{0,17}$/.test(one)), '编号无效');
