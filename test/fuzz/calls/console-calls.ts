import type { Call } from '../../../src/contract/call.ts';
import { contract } from '../../../src/contract/console/index.ts';
import { picture } from '../../installation/intake.ts';
import type { Plan } from '../plan.ts';
import type { Random } from '../random.ts';
import { ValidValues } from '../values/valid.ts';
import type { World } from '../world.ts';
import { bodyOf, filePart } from './mutate.ts';

export const consoleCalls: Readonly<Record<string, Call>> = contract;
const names = Object.keys(consoleCalls);
let png: string | null = null;

/** A valid call of the console's API, generated from its contract. */
export function consolePlan(random: Random, world: World, values: ValidValues): Plan {
  const name = random.pick(names);
  const call = consoleCalls[name];
  if (!call) throw new Error(`there is no call ${name}`);
  const who = random.chance(0.75) ? 'fuzz-admin' : random.pick(['fuzz-notary', 'fuzz-nothing', 'nobody', 'broken']);
  const fields = { ...values.object(random, call.input, name), ...together(random, world, name) };
  png ??= picture('teal').toString('latin1');
  const file =
    call.file === undefined
      ? []
      : [random.chance(0.5) ? filePart(random, call.file) : { name: call.file, filename: 'a.png', type: 'image/png', bytes: png }];
  return {
    api: 'console',
    call: name,
    method: call.method,
    path: call.path,
    who,
    carrier: call.file === undefined ? bodyOf(call.method) : 'multipart',
    fields: Object.entries(fields).map(([key, value]) => [key, textOf(value)]),
    query: [],
    files: file,
    raw: null,
    contentType: null,
    headers: [],
    delivery: 'plain',
    signature: 'none',
  };
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/** Fields that belong together, so that a call passes its first checks. */
function together(random: Random, { pairs }: World, name: string): Record<string, unknown> {
  if (random.chance(0.3) || pairs.applications.length === 0) return {};
  const application = random.pick(pairs.applications);
  if (name === 'check') return { orderId: application.id, userId: application.userId };
  if (name === 'evidencesDetail' || name === 'checkPiece') return { orderId: application.id };
  return {};
}
