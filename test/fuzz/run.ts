import { consolePlan } from './calls/console-calls.ts';
import { openPlan } from './calls/open-calls.ts';
import { mutated } from './calls/mutate.ts';
import { judgeConsole } from './checks/console.ts';
import { fault, jsonOf, isRecord, type Fault } from './checks/fault.ts';
import { judgeOpen } from './checks/open.ts';
import type { Plan } from './plan.ts';
import { Random } from './random.ts';
import { shrink } from './shrink.ts';
import { ValidValues } from './values/valid.ts';
import { Connection, type Outcome } from './wire/connection.ts';
import { render } from './wire/render.ts';
import type { World } from './world.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly calls: number;
  readonly api: 'console' | 'open' | 'both';
  readonly port: number;
  readonly world: World;
  /** Number of concurrent calls. */
  readonly atOnce?: number;
  /** Time limit of each call. */
  readonly boundMs?: number;
  /** Called after each thousand calls. */
  readonly progress?: (done: number) => Promise<void>;
  /** Called before each call. */
  readonly mayGoOn?: () => boolean;
  /** Called for each fault when it occurs, before its call is minimised. */
  readonly noteFault?: (found: Found) => void;
}
export interface Found extends Fault {
  readonly seed: number;
  /** The number of the call in the run. */
  readonly at: number;
  /** Minimised as far as possible. */
  readonly plan: Plan;
}
export interface FuzzReport {
  readonly found: readonly Found[];
  /** Number of answers by call and status: `getUserList 200/200`. */
  readonly answers: ReadonlyMap<string, number>;
  readonly sent: number;
}

/** Number of different faults after which the run stops. */
const enough = 25;
const refreshEvery = 4000;

/** Sends calls generated from the contract, and checks every answer against it. */
export async function fuzz({ seed, calls, api, port, world, atOnce = 6, boundMs = 45_000, ...hooks }: FuzzOptions): Promise<FuzzReport> {
  const values = new ValidValues(world);
  const found = new Map<string, Found>();
  const answers = new Map<string, number>();
  let next = 0;
  const worker = async (): Promise<void> => {
    const connection = new Connection(port);
    while (next < calls && found.size < enough && hooks.mayGoOn?.() !== false) {
      const at = next++;
      if (at > 0 && at % refreshEvery === 0) await world.refresh();
      if (at > 0 && at % 1000 === 0) await hooks.progress?.(at);
      const random = new Random(seed, at);
      const isConsole = api === 'both' ? at % 2 === 0 : api === 'console';
      const plan = mutated(random, (isConsole ? consolePlan : openPlan)(random, world, values));
      const outcome = await connection.exchange(render(plan, world), boundMs);
      count(answers, plan, outcome);
      await signInAgain(world, plan, outcome);
      const wrong = judge(plan, outcome);
      const key = wrong && `${plan.call} ${wrong.kind} ${wrong.detail.replaceAll(/[0-9a-f-]{8,}|\d+/g, '#').slice(0, 120)}`;
      if (!wrong || !key || found.has(key)) continue;
      found.set(key, { ...wrong, seed, at, plan });
      hooks.noteFault?.({ ...wrong, seed, at, plan });
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const smallest: Found[] = [];
  for (const one of found.values())
    smallest.push({ ...one, plan: await shrink(one.plan, (plan) => shows(plan, one.kind, port, world, boundMs)) });
  return { found: smallest, answers, sent: next };
}

/** Sends one call by itself. @returns the fault of its answer. */
export async function sendAlone(
  plan: Plan,
  port: number,
  world: World,
  boundMs = 45_000,
): Promise<{ wrong: Fault | null; outcome: Outcome }> {
  const connection = new Connection(port);
  const outcome = await connection.exchange(render(plan, world), boundMs);
  connection.end();
  await signInAgain(world, plan, outcome);
  return { wrong: judge(plan, outcome), outcome };
}

async function shows(plan: Plan, kind: Fault['kind'], port: number, world: World, boundMs: number): Promise<boolean> {
  return (await sendAlone(plan, port, world, boundMs)).wrong?.kind === kind;
}

function judge(plan: Plan, outcome: Outcome): Fault | null {
  if (outcome.kind === 'left') return null;
  if (outcome.kind === 'hung') return fault('hang', `${outcome.answers.length} answers within the bound`);
  for (const answer of outcome.answers) {
    const wrong = plan.api === 'console' ? judgeConsole(plan, answer) : judgeOpen(plan, answer);
    if (wrong) return wrong;
  }
  // The server may close the connection of a client that breaks the grammar of HTTP or whose call is refused before it is read.
  const mayClose = plan.delivery !== 'plain' || plan.raw !== null || !['GET', 'POST'].includes(plan.method) || outcome.answers.length > 0;
  return outcome.kind === 'closed' && !mayClose ? fault('closed', 'the connection ended without an answer') : null;
}

function count(answers: Map<string, number>, plan: Plan, outcome: Outcome): void {
  const first = outcome.kind === 'left' ? undefined : outcome.answers[0];
  const body = first && first.body.length < 300_000 ? jsonOf(first.body) : undefined;
  const code = isRecord(body) && plan.api === 'console' ? `/${String(body['code'])}` : '';
  const key = `${plan.call} ${first ? `${first.status}${code}` : outcome.kind}`;
  answers.set(key, (answers.get(key) ?? 0) + 1);
}

async function signInAgain(world: World, { api, who }: Plan, outcome: Outcome): Promise<void> {
  if (api !== 'console' || !world.tokens.has(who) || outcome.kind === 'left') return;
  const last = outcome.answers.at(-1);
  const body = last && last.body.length < 1000 ? jsonOf(last.body) : undefined;
  const isOut = isRecord(body) && (body['code'] === 401 || body['message'] === '账号被禁用' || body['message'] === '操作成功');
  if (isOut) await world.signIn(who);
}

/** In one line, with everything that is needed to send it again. */
export function described({ seed, at, kind, detail, plan }: Found): string {
  const short = JSON.stringify(plan, (_, value: unknown) =>
    typeof value === 'string' && value.length > 300 ? `${value.slice(0, 300)}…` : value,
  );
  return `seed ${seed}, call ${at}: ${plan.call}: ${kind}: ${detail}\n  ${short}`;
}
