import type { Plan } from './plan.ts';

/** A plan that still shows the fault and in which nothing can be omitted or shortened; after `most` attempts, the smallest so far. */
export async function shrink(plan: Plan, shows: (plan: Plan) => Promise<boolean>, most = 150): Promise<Plan> {
  let smallest = plan;
  let tries = 0;
  for (let found = true; found && tries < most; ) {
    found = false;
    for (const smaller of smallerThan(smallest)) {
      if (tries >= most) break;
      tries += 1;
      if (!(await shows(smaller))) continue;
      smallest = smaller;
      found = true;
      break;
    }
  }
  return smallest;
}

function* smallerThan(plan: Plan): Generator<Plan> {
  if (plan.delivery !== 'plain') yield { ...plan, delivery: 'plain' };
  if (plan.contentType !== null) yield { ...plan, contentType: null };
  if (plan.raw !== null && plan.raw.length > 1) yield { ...plan, raw: plan.raw.slice(0, plan.raw.length / 2) };
  if (plan.signature !== 'none') yield { ...plan, signature: 'none' };
  for (const at of plan.files.keys()) yield { ...plan, files: plan.files.filter((_, index) => index !== at) };
  for (const at of plan.fields.keys()) yield { ...plan, fields: plan.fields.filter((_, index) => index !== at) };
  for (const at of plan.query.keys()) yield { ...plan, query: plan.query.filter((_, index) => index !== at) };
  for (const [at, { bytes }] of plan.files.entries())
    if (bytes.length > 8)
      yield {
        ...plan,
        files: plan.files.map((file, index) => (index === at ? { ...file, bytes: bytes.slice(0, bytes.length / 2) } : file)),
      };
  for (const [at, [, value]] of plan.fields.entries()) {
    if (typeof value !== 'string' || value.length < 2) continue;
    const halves = [value.slice(0, value.length / 2), value.slice(value.length / 2)];
    for (const half of halves) yield { ...plan, fields: plan.fields.map(([name, one], index) => [name, index === at ? half : one]) };
  }
}
