import type { WitnessRow, witnessCalls } from '../../../contract/console/witnesses.ts';
import type { KeyType } from '../../../domain/proof/tlog/cosignatures/verifier-key.ts';
import { noQuorum } from '../../../domain/proof/tlog/policy/policy.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { publishedPolicy } from '../../custody/log/published-policy.ts';
import { readHead } from '../../custody/log/log-store.ts';
import { witnessHealth, type WitnessHealth, type WitnessStatus, type WitnessState } from '../../custody/witnesses/witness-health.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { isSuper } from '../../platform/http/operator.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import { findConflict, listConflicts, listRounds } from './read.ts';
import { changeToAnswered } from './store.ts';

export function witnessRoutes({ db }: { readonly db: Database }): Handlers<typeof witnessCalls> {
  return {
    async getWitnesses(_input, { operator }) {
      const [health, head] = [await witnessHealth(db), await readHead(db)];
      return {
        configured: health.witnesses.length > 0,
        demand: demandText(health),
        policy: (await publishedPolicy(db)) ?? '',
        newest: head.signedAt && { size: head.size, time: formatTime(head.signedAt) },
        cosigned: health.cosigned && { size: health.cosigned.size, time: formatTime(health.cosigned.signedAt) },
        witnesses: health.witnesses.map(witnessRowOf),
        conflicts: await listConflicts(db),
        can_answer: isSuper(operator),
      };
    },

    async getWitnessRounds({ before }) {
      const { witnesses } = await witnessHealth(db);
      const urls = [...new Set(witnesses.map(({ url }) => url))];
      const namesAt = (at: string) => witnesses.filter(({ url }) => url === at).map(({ name }) => name);
      return listRounds(db, before, new Map(urls.map((url) => [url, namesAt(url).join('、')])));
    },

    async getFork({ id }, { operator }) {
      const found = await findConflict(db, id);
      if (!found) throw refuse('该记录不存在');
      return { ...found, can_answer: isSuper(operator) };
    },

    async answerFork({ answer }, { operator, ip }) {
      if (!isSuper(operator)) throw new Refusal('forbidden');
      await db.transaction().execute(async (tx) => {
        const ids = await changeToAnswered(tx, { operatorId: operator.accountId, operator: operator.realname, answer });
        if (ids.length === 0) throw refuse('没有待处理的日志分叉');
        await recordTrail(tx, operatorActor(operator, ip), { action: '处理日志分叉', object: `fork/${ids.join('、')}`, after: { answer } });
      });
      return null;
    },
  };
}

/** The quorum in words. A witness with two keys counts once, by its address. */
function demandText({ quorum, threshold, witnesses }: WitnessHealth): string {
  if (quorum === null || witnesses.length === 0) return '';
  const listed = `${new Set(witnesses.map(({ url }) => url)).size} 个见证方`;
  if (quorum === noQuorum) return `${listed}，不要求共同签名`;
  if (!threshold) return `${listed}，要求“${quorum}”共同签名`;
  const { least, members } = threshold;
  return least === members ? `${listed}，要求 ${members} 个全部签名` : `${listed}，要求 ${members} 个中至少 ${least} 个签名`;
}

function witnessRowOf(one: WitnessStatus): WitnessRow {
  return {
    name: one.name,
    vkey: one.vkey,
    algorithm: algorithms[one.type],
    url: one.url,
    tone: stateWords[one.state].tone,
    state_name: stateWords[one.state].name,
    size: one.size,
    time: one.cosignedAt ? formatTime(one.cosignedAt) : '',
    detail: one.error ?? '',
    failing_since: one.failingSince ? formatTime(one.failingSince) : '',
    conflicts: one.conflicts,
  };
}

const algorithms: Readonly<Record<KeyType, string>> = {
  ed25519: 'Ed25519',
  'cosignature-ed25519': 'Ed25519',
  'cosignature-ml-dsa-44': 'ML-DSA-44',
};

const stateWords: Readonly<Record<WitnessState, { readonly tone: WitnessRow['tone']; readonly name: string }>> = {
  cosigned: { tone: 'done', name: '正常' },
  silent: { tone: 'wait', name: '无应答' },
  aside: { tone: 'wait', name: '已搁置' },
  forked: { tone: 'failed', name: '日志分叉' },
  new: { tone: 'over', name: '尚未询问' },
};
