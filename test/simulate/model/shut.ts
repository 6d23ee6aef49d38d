import type { Answer } from './house.ts';
import { gatesOf, type Operator } from './staff.ts';
import { Difference } from './step.ts';

/** A call of a session that is not live: `told` where the answer says so; undefined where the session is live. */
export function shut(by: Operator, token: string, answer: Answer): 'told' | Difference | undefined {
  if (token === '') return undefined;
  const gates = gatesOf(by, token);
  if (gates.length === 0) return undefined;
  const { status, body } = answer;
  if (gates.some(({ code, message }) => status === 200 && code === body['code'] && message === body['message'])) return 'told';
  return new Difference(`expected ${JSON.stringify(gates)}, found ${answer.status} ${JSON.stringify(answer.body)}`);
}
