import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { markCode } from '../../../domain/proof/marks/mark-code.ts';
import { checkpointOf, encodeMark, markHash, type Mark } from '../../../domain/proof/marks/mark.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Chain } from '../chain/chain.ts';
import { newestCosignedSize } from '../../desk/events/cosigned-size.ts';
import { cosignatureLines } from '../log/cosigned.ts';

/** A new mark that is not stored yet. */
export interface MadeMark {
  /** 64 lower-case hex digits. */
  readonly hash: string;
  readonly code: string;
  readonly mark: Mark;
  /** The bytes of `mark.json`. */
  readonly json: Uint8Array;
  readonly checkpointSize: string;
  /** Time of the token over its checkpoint; null if it has none. */
  readonly timestampAt: Date | null;
}

export interface MarkSources {
  readonly db: Database | Tx;
  /** Null where no chain is configured. */
  readonly chain: Pick<Chain, 'newestBlock'> | null;
  /** Timeout for the chain's node; 3000 by default. */
  readonly chainWaitMs?: number;
}

/**
 * Makes a mark from the chain's newest block and a recent checkpoint. Among the checkpoints of the last ten minutes it prefers the newest
 * that has both cosignatures and a token, then the newest with a token, then the newest with cosignatures; else the newest of any age with
 * a token, then with cosignatures, then the newest of all. A token is worth more than a checkpoint that is seconds younger but vouched for
 * by the office alone (decision 0042). If the node does not answer in time, the mark has no block. Null before the log's first checkpoint.
 */
export async function makeMark({ db, chain, chainWaitMs = 3000 }: MarkSources, now: Date = new Date()): Promise<MadeMark | null> {
  const [newest, block] = [await newestCheckpoint(db), chain && (await newestBlock(chain, chainWaitMs))];
  if (!newest) return null;
  const mark: Mark = {
    type: 'mark',
    version: 1,
    salt: randomBytes(16).toString('hex'),
    madeAt: now.toISOString(),
    checkpoint: newest.note,
    cosignatures: await cosignatureLines(db, newest.size),
    timestampSha256: newest.derSha256?.toString('hex') ?? null,
    block: block && { ...block, time: block.time.toISOString() },
  };
  const json = encodeMark(mark);
  const hash = markHash(json);
  return { hash, code: markCode(hash), mark, json, checkpointSize: newest.size, timestampAt: newest.genTime };
}

/** Size of the log according to the mark's checkpoint; null if that cannot be read. */
export function markedSize(mark: Mark): number | null {
  const read = checkpointOf(mark);
  return read.ok ? read.value.checkpoint.size : null;
}

interface NewestCheckpoint {
  readonly size: string;
  readonly note: string;
  readonly derSha256: Buffer | null;
  readonly genTime: Date | null;
}

async function newestCheckpoint(db: Database | Tx): Promise<NewestCheckpoint | null> {
  const { rows } = await sql<NewestCheckpoint>`
    select c.size, c.note, t.der_sha256 as "derSha256", t.gen_time as "genTime"
      from log_checkpoint c
      left join log_timestamp t on t.checkpoint_size = c.size and t.state = 'done'
     where c.size = coalesce(
       (select k.size from cosigned_checkpoint k
          join log_timestamp d on d.checkpoint_size = k.size and d.state = 'done'
          join log_checkpoint l on l.size = k.size
         where k.policy_sha256 = (select sha256 from witness_policy)
           and l.signed_at > (select max(signed_at) from log_checkpoint) - interval '10 minutes'
         order by k.size desc limit 1),
       (select max(checkpoint_size) from log_timestamp t join log_checkpoint l on l.size = t.checkpoint_size
         where t.state = 'done' and l.signed_at > (select max(signed_at) from log_checkpoint) - interval '10 minutes'),
       (select l.size from log_checkpoint l
         where l.size = ${newestCosignedSize} and l.signed_at > (select max(signed_at) from log_checkpoint) - interval '10 minutes'),
       (select max(checkpoint_size) from log_timestamp where state = 'done'), ${newestCosignedSize},
       (select max(size) from log_checkpoint))`.execute(db);
  return rows[0] ?? null;
}

async function newestBlock(chain: Pick<Chain, 'newestBlock'>, waitMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, waitMs, null)));
  // If the node fails, the mark is made without a block.
  const block = await Promise.race([chain.newestBlock().catch(() => null), late]);
  clearTimeout(timer);
  return block;
}
