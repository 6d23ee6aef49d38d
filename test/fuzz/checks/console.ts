import { consoleCalls } from '../calls/console-calls.ts';
import type { Plan } from '../plan.ts';
import type { Answer } from '../wire/answer-reader.ts';
import { fault, isParsersOwn, isRecord, jsonOf, schemaFault, type Fault } from './fault.ts';
import { givenBy } from './given.ts';

/** Statuses of transport (spec/wire, 1 and 6); 431 is the parser's own. */
const transport = [400, 404, 405, 408, 413, 414, 415, 417, 429, 431];
const refusals: Readonly<Record<number, readonly string[]>> = {
  401: ['failed'],
  403: ['failed', '权限不足！', '账号被禁用'],
  408: ['接口解密失败'],
  430: ['failed'],
};

/** Whether the contract allows this answer to this call of the console's API. */
export function judgeConsole(plan: Plan, answer: Answer): Fault | null {
  const { status, body } = answer;
  if (status >= 500 && !(status === 501 && plan.method === 'TRACE'))
    return fault('server fault', `${status} ${body.toString().slice(0, 200)}`);
  if (plan.method === 'HEAD' || plan.method === 'OPTIONS' || plan.method === 'TRACE') return null;
  if (isParsersOwn(status, body)) return null;
  const call = consoleCalls[plan.call];
  const isCalled = call !== undefined && plan.method === call.method && plan.path === call.path;
  const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json');
  if (!isCalled && (!isJson || !plan.path.startsWith('/api/'))) return null;
  if (!isJson) {
    if (status !== 200 || call?.reply !== 'file') return fault('status', `${status} ${answer.headers['content-type'] ?? 'without a type'}`);
    return mayNot(plan);
  }
  const envelope = jsonOf(body);
  if (!isRecord(envelope)) return fault('form of refusal', `no envelope: ${body.toString().slice(0, 200)}`);
  if (envelope['message'] !== envelope['msg'] || typeof envelope['message'] !== 'string')
    return fault('form of refusal', 'message and msg differ');
  return status === 200 ? judgeEnvelope(plan, envelope, isCalled) : judgeTransport(status, envelope);
}

function judgeTransport(status: number, { code, message, data }: Record<string, unknown>): Fault | null {
  // An idle body is refused like a business rule (decision of the transport: in the envelope 408 means a broken token).
  if (status === 408 && code === 403 && isRecord(data)) return null;
  if (!transport.includes(status)) return fault('status', `status ${status}`);
  if (code !== status || !/[一-龥]/.test(String(message)))
    return fault('form of refusal', `${status} as ${String(code)} ${String(message)}`);
  return null;
}

function judgeEnvelope(plan: Plan, { code, message, data }: Record<string, unknown>, isCalled: boolean): Fault | null {
  if (code !== 200) {
    if (!refusals[Number(code)]?.includes(String(message))) return fault('form of refusal', `${String(code)} ${String(message)}`);
    const hasReason = message === 'failed' && code !== 401;
    if (hasReason && !(isRecord(data) && /[一-龥]/.test(String(data['msg']))))
      return fault('form of refusal', `says nothing: ${JSON.stringify(data)}`);
    if (!hasReason && data !== null) return fault('form of refusal', `holds data: ${JSON.stringify(data)}`);
    return null;
  }
  const call = consoleCalls[plan.call];
  if (!isCalled || !call) return null;
  const unexplained = mayNot(plan);
  if (unexplained) return unexplained;
  const parsed = call.input.safeParse(givenBy(plan) ?? {});
  const said = parsed.success ? (call.messageOf?.(parsed.data) ?? call.message) : call.message;
  if (parsed.success && message !== said) return fault('schema', `says ${String(message)} for ${said}`);
  return schemaFault(call.output, data);
}

/** Why this call must not have succeeded. */
function mayNot(plan: Plan): Fault | null {
  const call = consoleCalls[plan.call];
  if (!call) return null;
  if (['nobody', 'broken'].includes(plan.who) && call.needs !== 'open') return fault('unexplained success', `${plan.who} is not signed in`);
  if (plan.who === 'fuzz-nothing' && typeof call.needs === 'object') return fault('unexplained success', 'the role holds nothing');
  const given = givenBy(plan);
  const parsed = given && call.input.safeParse(given);
  if (parsed?.success === false) return fault('unexplained success', `the schema refuses it: ${parsed.error.issues[0]?.message ?? ''}`);
  return null;
}
