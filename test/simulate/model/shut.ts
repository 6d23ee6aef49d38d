import type { Answer } from './house.ts';
import { gateOf, type Operator } from './staff.ts';
import { Difference } from './step.ts';

/** A call of a session that is not live: `told` where the answer says so; undefined where the session is live. */
export function shut(by: Operator, token: string, answer: Answer): 'told' | Difference | undefined {
  if (token === '') return undefined;
  const gate = gateOf(by, token);
  if (gate === undefined) return undefined;
  const { code, message } = answer.body;
  if (answer.status === 200 && code === gate.code && message === gate.message) return 'told';
  return new Difference(`expected ${JSON.stringify(gate)}, found ${answer.status} ${JSON.stringify(answer.body)}`);
}
