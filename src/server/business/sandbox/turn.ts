import type { ObjectChecks } from '../../custody/objects/check-now.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import { IntakeRefusal } from '../../open/signed/refusal.ts';
import type { Database } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Config, SandboxConfig } from '../../platform/runtime/config.ts';
import { reviewApplication } from '../notarizations/review.ts';
import { takePayment } from '../orders/payments.ts';
import { reviewUser } from '../users/review.ts';
import { dueApplicationOrders, dueApplications, dueRecharges, dueSubmissions, type Seen } from './due.ts';
import { endTurn, takeTurn } from './store.ts';

export interface SandboxRules extends Pick<Config, 'holidays' | 'notarialWord'> {
  readonly sandbox: SandboxConfig;
  readonly checks: ObjectChecks;
}

/**
 * Decides what has waited for the sandbox's delay, through the same functions as operators and the gateway. One server at a time does it.
 * Objects that somebody else has decided or claimed are skipped.
 * @throws the first fault, after everything else is decided.
 */
export async function decideDue(db: Database, rules: SandboxRules): Promise<void> {
  const turn = await takeTurn(db);
  if (!turn) return;
  const faults: unknown[] = [];
  /** A failure does not stop the others. A refusal is not a fault: somebody else was first, or has claimed the object. */
  const attempt: Attempt = async (deciding) => {
    await deciding.catch((error: unknown) => {
      if (!(error instanceof Refusal) && !(error instanceof IntakeRefusal)) faults.push(error);
    });
  };
  try {
    const until = new Date(Date.now() - rules.sandbox.delaySeconds * 1000);
    const deciding: Deciding = { db, until, actor: turn.actor, attempt };
    await reviewUsers(deciding);
    await payOrders(deciding, rules);
    await reviewApplications(deciding, rules);
  } finally {
    await endTurn(db, turn);
  }
  if (faults.length > 0) throw faults[0];
}

type Attempt = (deciding: Promise<unknown>) => Promise<void>;
interface Deciding {
  readonly db: Database;
  readonly until: Date;
  readonly actor: Actor;
  readonly attempt: Attempt;
}

/**
 * Decides the due objects of a kind in batches, each once, so that an object that cannot be decided does not block the rest. A larger
 * backlog continues in the next turn.
 */
async function eachDue<Due extends { readonly id: string }>(
  read: (seen: Seen) => Promise<readonly Due[]>,
  decide: (due: Due) => Promise<void>,
): Promise<void> {
  const endMs = performance.now() + kindMs;
  const seen: string[] = [];
  for (;;) {
    const batch = await read(seen);
    if (batch.length === 0) return;
    for (const due of batch) {
      if (performance.now() > endMs) return;
      seen.push(due.id);
      await decide(due);
    }
  }
}

async function reviewUsers({ db, until, actor, attempt }: Deciding): Promise<void> {
  await eachDue(
    (seen) => dueSubmissions(db, until, seen),
    async ({ id, user_id, kind, name }) => {
      const reason = userFault({ name });
      const choice = reason === null ? ('approve' as const) : ('reject' as const);
      await attempt(reviewUser(db, kind, { userId: user_id, choice, reason: reason ?? '', submissionId: id }, actor));
    },
  );
}

async function payOrders({ db, until, actor, attempt }: Deciding, { holidays }: SandboxRules): Promise<void> {
  for (const read of [dueApplicationOrders, dueRecharges])
    await eachDue(
      (seen) => read(db, until, seen),
      async ({ order_no: orderNo, amount_fen, name }) => {
        const notice = {
          orderNo,
          tradeNo: `SANDBOX${orderNo}`,
          payType: 'wechat',
          amountFen: Number(amount_fen),
          payer: '',
          result: isToBeRefused(name) ? 'fail' : 'success',
          transferImg: null,
          appId: 'sandbox',
        } as const;
        await attempt(db.transaction().execute((tx) => takePayment(tx, notice, holidays, actor)));
      },
    );
}

async function reviewApplications({ db, until, actor, attempt }: Deciding, { notarialWord, checks }: SandboxRules): Promise<void> {
  await eachDue(
    (seen) => dueApplications(db, until, seen),
    async ({ id, user_id, applicant, titles }) => {
      const fault = applicationFault({ applicant, titles });
      const decision = { orderId: id, userId: user_id, choice: fault === null ? 'approve' : 'reject', remark: fault ?? passed } as const;
      await attempt(reviewApplication(db, decision, null, { notarialWord, mustOpen: false, checks }, actor));
    },
  );
}

const passed = '测试环境自动通过';
/** Time limit of each of the four kinds; together well within the lease. */
const kindMs = 5000;

/** The ending of a name that makes the sandbox refuse: 张三不通过. */
const refusedEnding = '不通过';

/** Whether a name has that ending. */
function isToBeRefused(name: string): boolean {
  return name.trim().endsWith(refusedEnding);
}

/** Why a submission of identity data is refused, in at most 20 characters; null if it is approved. */
function userFault({ name }: { readonly name: string }): string | null {
  return isToBeRefused(name) ? `测试环境：名称以“${refusedEnding}”结尾` : null;
}

/** The same for an application. */
function applicationFault({ applicant, titles }: Application): string | null {
  if (isToBeRefused(applicant.name)) return `测试环境：申请人以“${refusedEnding}”结尾`;
  if (isToBeRefused(applicant.address)) return `测试环境：地址以“${refusedEnding}”结尾`;
  return titles.some(isToBeRefused) ? `测试环境：证据以“${refusedEnding}”结尾` : null;
}

interface Application {
  readonly applicant: { readonly name: string; readonly address: string };
  /** Titles of all its evidence. */
  readonly titles: readonly string[];
}
