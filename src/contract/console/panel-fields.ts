import { z } from 'zod';
import { panelObjectOf } from '../../domain/business/trail/panel-object.ts';

/** Fields of calls about an object's panel. Everyone who may open the object may make them; for others the object does not exist. */

/** The object as named in the trail, for example `application/12`. */
export const object = z.string('对象不能为空').transform((given, context) => {
  const named = panelObjectOf(given);
  if (named) return named;
  context.addIssue({ code: 'custom', message: '对象无效' });
  return z.NEVER;
});

/** Comma-joined ids; duplicates are dropped. */
export const ids = (max: number, tooMany: string) =>
  z
    .string()
    .transform((given) => [...new Set(given.split(',').filter((one) => one !== ''))])
    .refine((given) => given.length <= max, tooMany)
    .refine((given) => given.every((one) => /^[1-9]\d{0,17}$/.test(one)), '编号无效');
