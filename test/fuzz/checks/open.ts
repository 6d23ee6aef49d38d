import { openRefusals } from '../../../src/contract/open/refusals.ts';
import { openCalls, signedCalls } from '../calls/open-calls.ts';
import { chunkType, uploadVersion } from '../calls/upload-calls.ts';
import type { Plan } from '../plan.ts';
import type { Answer } from '../wire/answer-reader.ts';
import { fault, isParsersOwn, isRecord, jsonOf, schemaFault, type Fault } from './fault.ts';
import { givenBy, queryOf } from './given.ts';

const refusals: Readonly<Record<string, number>> = openRefusals;

/** Whether the contract allows this answer to this call of the open API. */
export function judgeOpen(plan: Plan, answer: Answer): Fault | null {
  const { status, body, headers } = answer;
  if (status >= 500 && !(status === 501 && plan.method === 'TRACE'))
    return fault('server fault', `${status} ${body.toString().slice(0, 200)}`);
  if (plan.call === 'uploadHead' && plan.method === 'HEAD' && status < 300) return judgeUpload(plan, answer, 200);
  if (['HEAD', 'OPTIONS', 'TRACE'].includes(plan.method)) return null;
  if (!plan.path.startsWith('/open/v1/')) return null;
  if (status >= 400) return judgeRefusal(status, body, (headers['content-type'] ?? '').startsWith('application/json'));
  if (plan.call === 'uploadPatch' && plan.method === 'PATCH') return judgeUpload(plan, answer, 204);
  return judgeSuccess(plan, answer);
}

/** The answers of tus, whose result is in headers: an accepted chunk, or the offset of an upload. */
function judgeUpload(
  { path, headers, contentType, signature }: Plan,
  { status, headers: answered }: Answer,
  expected: number,
): Fault | null {
  if (!/^\/open\/v1\/(?:evidence\/)?uploads\/[^/?]+$/.test(path)) return null;
  if (status !== expected) return fault('status', `status ${status}`);
  if (!/^\d+$/.test(answered['upload-offset'] ?? '')) return fault('schema', `upload-offset is ${answered['upload-offset'] ?? 'missing'}`);
  if (signature !== 'none') return fault('unexplained success', `signed wrongly: ${signature}`);
  const given = (name: string): string[] => headers.filter(([key]) => key === name).map(([, value]) => value);
  if (given('tus-resumable')[0] !== uploadVersion) return fault('unexplained success', 'another version of tus');
  if (expected === 200) return null;
  if (contentType !== chunkType) return fault('unexplained success', `a chunk of the type ${contentType ?? ''}`);
  return /^\d{1,15}$/.test(given('upload-offset')[0]?.trim() ?? '') ? null : fault('unexplained success', 'no offset');
}

function judgeRefusal(status: number, body: Buffer, isJson: boolean): Fault | null {
  if (isParsersOwn(status, body)) return null;
  const parsed = isJson ? jsonOf(body) : undefined;
  const error = isRecord(parsed) ? parsed['error'] : undefined;
  if (!isRecord(error) || typeof error['message'] !== 'string' || error['message'] === '')
    return fault('form of refusal', `${status} ${body.toString().slice(0, 200)}`);
  const expected = refusals[String(error['code'])];
  return expected === status ? null : fault('form of refusal', `${status} with the code ${String(error['code'])}`);
}

function judgeSuccess(plan: Plan, { status, headers, body }: Answer): Fault | null {
  const signed = signedCalls[plan.call];
  const call = signed ?? openCalls[plan.call];
  const pattern = call && new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/?]+')}$`);
  if (!call || plan.method !== call.method || !pattern?.test(plan.path)) return null;
  if (![200, 202].includes(status)) return fault('status', `status ${status}`);
  const unexplained = mayNot(plan);
  if (unexplained) return unexplained;
  if (signed?.media !== undefined && status === 200)
    return (headers['content-type'] ?? '').startsWith(signed.media) ? null : fault('schema', `is ${headers['content-type'] ?? 'nothing'}`);
  const parsed = jsonOf(body);
  return parsed === undefined ? fault('schema', 'is no JSON') : schemaFault(call.output, parsed);
}

/** Why this call must not have succeeded. */
function mayNot(plan: Plan): Fault | null {
  const signed = signedCalls[plan.call];
  const unsigned = openCalls[plan.call];
  const given = givenBy(plan);
  if (unsigned) return refusedBy(unsigned.query.safeParse({ ...given, ...queryOf(plan) }));
  if (!signed) return null;
  const isOfPayload = plan.signature === 'unsigned-payload' && plan.carrier === 'multipart';
  if (plan.signature !== 'none' && !isOfPayload) return fault('unexplained success', `signed wrongly: ${plan.signature}`);
  if (plan.who === 'enterprise' && signed.caller === 'platform') return fault('unexplained success', 'the call is for platforms');
  if (plan.carrier === 'query') return signed.query ? refusedBy(signed.query.safeParse(queryOf(plan))) : null;
  return (given && refusedBy(signed.body.safeParse(given))) ?? null;
}

function refusedBy(parsed: {
  readonly success: boolean;
  readonly error?: { readonly issues: readonly { message: string; path: PropertyKey[] }[] } | undefined;
}): Fault | null {
  if (parsed.success) return null;
  const issue = parsed.error?.issues[0];
  return fault('unexplained success', `the schema refuses ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}
