import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { NoteKey } from '../../../../src/domain/proof/tlog/note-key.ts';
import { tlogSizeType } from '../../../../src/domain/proof/tlog/witness/add-checkpoint.ts';
import { readLogKey } from '../../../../src/server/custody/log/log-signer.ts';
import type { Database } from '../../../../src/server/platform/db/database.ts';
import { policyOf, startSmallWitness, type Lie } from '../../../installation/servers/small-witness.ts';
import { mostStruck, type Neighbour } from './neighbour.ts';

/** A witness of the log (C2SP tlog-witness): a cosignature of an earlier checkpoint, wrong sizes, a refusal, no answer. */
export async function startWitness(): Promise<Neighbour> {
  let logKey: NoteKey | null = null;
  const witness = await startSmallWitness('w1', () => (logKey ? [logKey] : []));
  const folder = await mkdtemp(join(tmpdir(), 'notary-witness-'));
  const policy = join(folder, 'policy');
  await writeFile(policy, policyOf([witness], ['w1'], 1));
  let earlier = '';
  const lies: readonly Lie[] = [
    () => ({ status: 500 }),
    () => ({ status: 200, body: 'a word, and no signature\n' }),
    () => ({ status: 200, body: earlier }),
    () => ({ status: 409, type: tlogSizeType, body: '0\n' }),
    () => ({ status: 409, type: tlogSizeType, body: '1000000\n' }),
    () => ({ status: 422 }),
    () => ({ status: 302, location: '/elsewhere' }),
    // Nothing ever comes back.
    () => new Promise(() => undefined),
  ];
  let lie: Lie | undefined;
  let left = 0;
  witness.lie = (path) => {
    const [head] = witness.heads.values();
    // The cosignatures are the last two lines.
    if (left <= 0) earlier = head ? head.note.split('\n').slice(-3).join('\n') : '';
    left -= 1;
    return left >= 0 ? (lie?.(path) ?? null) : null;
  };
  return {
    environment: { WITNESSES: policy },
    async strike(dice, { db }) {
      logKey ??= await readLogKey(db);
      [lie, left] = [dice.pick(lies), 1 + dice.below(mostStruck)];
      await askNow(db);
    },
    calm: () => void (left = 0),
    async stop() {
      await witness.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Rounds are a minute apart, and one whose address failed often is asked later still: as if that time had passed. */
export async function askNow(db: Database): Promise<void> {
  const now = sql<Date>`now() - interval '1 second'`;
  await db.updateTable('witness_state').set({ next_at: now }).execute();
  await db.updateTable('witness_line').set({ next_at: now }).execute();
}
