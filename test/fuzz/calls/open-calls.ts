import { intakeCalls, unsignedCalls } from '../../../src/contract/open/index.ts';
import type { IntakeCall, OpenCall } from '../../../src/contract/open/call.ts';
import type { FilePart, Plan } from '../plan.ts';
import { plan } from './made.ts';
import type { Random } from '../random.ts';
import { hostileText } from '../values/hostile.ts';
import type { ValidValues } from '../values/valid.ts';
import { hintFor } from '../values/hints.ts';
import { picture } from '../../installation/intake.ts';
import type { World } from '../world.ts';
import { filePart } from './mutate.ts';
import { uploadPlan, wholeUpload } from './upload-calls.ts';

export const signedCalls: Readonly<Record<string, IntakeCall>> = intakeCalls;
export const openCalls: Readonly<Record<string, OpenCall>> = unsignedCalls;
const names = [...Object.keys(signedCalls), ...Object.keys(openCalls)];
let png: string | null = null;

/** A valid call of the open API, generated from its contract. */
export function openPlan(random: Random, world: World, values: ValidValues): Plan {
  if (random.chance(0.06)) return uploadPlan(random, world);
  const name = random.pick(names);
  const signed = signedCalls[name];
  const unsigned = openCalls[name];
  if (unsigned)
    return plan({ call: name, path: unsigned.path, who: 'nobody', query: pairsOf(values.object(random, unsigned.query, name, 0.5)) });
  if (!signed) throw new Error(`there is no call ${name}`);
  const who = random.chance(0.7) || !world.keys.has('enterprise') ? 'platform' : 'enterprise';
  const own = world.keys.get(who)?.userId;
  const user = own ?? (world.pairs.approved.length > 0 ? random.pick(world.pairs.approved) : '1');
  const made = values.object(random, signed.body, name);
  const ofUser = 'user_id' in made && random.chance(0.8) ? { user_id: user } : {};
  const body = { ...made, ...ofUser, ...together(random, world, name, user) };
  const files = filesOf(random, signed);
  const isMultipart = signed.file !== undefined || (signed.pictures !== undefined && (signed.mayBeJson !== true || files.length > 0));
  return plan({
    call: name,
    method: signed.method,
    path: signed.path.replaceAll(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(parameterOf(random, world, name, parameter))),
    who,
    carrier: signed.method === 'GET' || signed.method === 'DELETE' ? 'query' : isMultipart ? 'multipart' : 'json',
    fields: Object.entries(body).map(([key, value]) => [key, isMultipart ? textOf(value) : value]),
    query: signed.query ? pairsOf(values.object(random, signed.query, name, 0.3)) : [],
    files,
  });
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const pairsOf = (fields: Record<string, unknown>): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one): [string, string] => [name, String(one)]) : [[name, String(value)] as [string, string]],
  );

function parameterOf(random: Random, world: World, call: string, name: string): string {
  const there = hintFor(world, call, name);
  const text = there.length > 0 && random.chance(0.85) ? String(random.pick(there)) : hostileText(random).slice(0, 300);
  // Half of a surrogate pair cannot be in an address.
  return text.replace(/\p{Surrogate}/gu, '');
}

function filesOf(random: Random, call: IntakeCall): FilePart[] {
  png ??= picture('teal').toString('latin1');
  if (call.file !== undefined) return [filePart(random, call.file)];
  if (call.pictures === undefined || (call.mayBeJson === true && random.chance(0.6))) return [];
  const bytes = png;
  return call.pictures
    .filter(() => random.chance(0.8))
    .map((name) => (random.chance(0.9) ? { name, filename: `${name}.png`, type: 'image/png', bytes } : filePart(random, name)));
}

/** Fields that belong together, so that a call passes its first checks. */
function together(random: Random, { pairs }: World, call: string, user: string): Record<string, unknown> {
  if (random.chance(0.25)) return {};
  if (call === 'createRecording') return { sha256: wholeUpload.sha256 };
  if (call === 'createEvidenceUpload') return { size: wholeUpload.bytes.length };
  if (call === 'createNotarization') {
    const own = pairs.evidenceOf.filter(({ userId }) => userId === user);
    const one = own.length > 0 ? random.pick(own) : pairs.evidenceOf[0];
    return one ? { user_id: one.userId, baoquan: [one.number] } : {};
  }
  if (call === 'recordPayment' && pairs.unpaid.length > 0) {
    const { orderNo, fen } = random.pick(pairs.unpaid);
    return { order_no: orderNo, money: (fen / 100).toFixed(2) };
  }
  if (call === 'createInvoice' && pairs.paid.length > 0) {
    const { userId, orderNo } = random.pick(pairs.paid);
    return { user_id: userId, order_nos: [orderNo], type: 1, email: 'x@example.com' };
  }
  return {};
}
