import { sql } from 'kysely';
import { utf8 } from '../../../domain/kit/bytes/bytes.ts';
import { formatVerifierKey, type VerifierKey } from '../../../domain/proof/tlog/cosignatures/verifier-key.ts';
import { parsePolicy } from '../../../domain/proof/tlog/policy/parse-policy.ts';
import type { Database } from '../../platform/db/database.ts';

/** State of a witness; `new` means that it has not been asked yet. */
export type WitnessState = 'cosigned' | 'silent' | 'aside' | 'forked' | 'new';

export interface WitnessStatus {
  /** Name in the policy. */
  readonly name: string;
  readonly vkey: string;
  readonly type: VerifierKey['type'];
  readonly url: string;
  readonly state: WitnessState;
  /** Size of the largest checkpoint that it cosigned; null if none. */
  readonly size: number | null;
  readonly cosignedAt: Date | null;
  /** Why its last answer was no cosignature; null if it was one. */
  readonly error: string | null;
  readonly failingSince: Date | null;
  readonly conflicts: number;
}

/** State of the office's witnesses. */
export interface WitnessHealth {
  /** The witness or group that must cosign; null if no witnesses are configured. */
  readonly quorum: string | null;
  /** Threshold of the group that is the quorum; null if the quorum is a single witness or none. */
  readonly threshold: { readonly least: number; readonly members: number } | null;
  readonly witnesses: readonly WitnessStatus[];
  /** The newest checkpoint that meets the policy. */
  readonly cosigned: { readonly size: number; readonly signedAt: Date } | null;
  /** Number of forks that nobody has answered. */
  readonly openForks: number;
}

/** Reads the state according to the stored policy; takes milliseconds at any size of the log. */
export async function witnessHealth(db: Database): Promise<WitnessHealth> {
  const { rows } = await sql<HealthRow>`
    select (select text from witness_policy) as policy,
      (select count(*) from witness_conflict where held_from is not null and answered_at is null)::int as open_forks,
      c.size::float8 as size, c.signed_at
      from (select) one
      left join log_checkpoint c on c.size = (
        select size from cosigned_checkpoint where policy_sha256 = (select sha256 from witness_policy) order by size desc limit 1)`.execute(
    db,
  );
  const row = rows[0];
  const policy = row?.policy === null || row === undefined ? null : parsePolicy(utf8(row.policy));
  const cosigned = row?.size !== null && row?.signed_at ? { size: row.size, signedAt: row.signed_at } : null;
  if (!policy?.ok) return { quorum: null, threshold: null, witnesses: [], cosigned: null, openForks: row?.open_forks ?? 0 };
  const witnesses = await Promise.all(
    policy.value.witnesses.map(async ({ name, key, url }) => statusOf(db, name, key, (url ?? '').replace(/\/+$/, ''))),
  );
  const group = policy.value.groups.find(({ name }) => name === policy.value.quorum);
  const threshold = group ? { least: group.threshold, members: group.members.length } : null;
  return { quorum: policy.value.quorum, threshold, witnesses, cosigned, openForks: row?.open_forks ?? 0 };
}

async function statusOf(db: Database, name: string, key: VerifierKey, url: string): Promise<WitnessStatus> {
  const { rows } = await sql<StandingRow>`
    select c.checkpoint_size::float8 as size,
      greatest(c.came_at, case when s.size = c.checkpoint_size then s.cosigned_at end) as cosigned_at,
      s.url is not null as is_asked, s.error, s.failing_since, coalesce(s.is_aside, false) as is_aside,
      (select count(*) from witness_conflict k where k.url = ${url})::int as conflicts,
      (select a.outcome from witness_answer a where a.url = ${url} order by a.round_id desc limit 1) = 'forked' as is_forked
      from (select) one
      left join witness_state s on s.url = ${url}
      left join lateral (
        select checkpoint_size, came_at from witness_cosignature
         where key_name = ${key.name} and key_id = ${key.id} order by checkpoint_size desc limit 1) c on true`.execute(db);
  const [row] = rows;
  return {
    name,
    vkey: formatVerifierKey(key),
    type: key.type,
    url,
    state: stateOf(row),
    size: row?.size ?? null,
    cosignedAt: row?.cosigned_at ?? null,
    error: row?.error ?? null,
    failingSince: row?.failing_since ?? null,
    conflicts: row?.conflicts ?? 0,
  };
}

function stateOf(row: StandingRow | undefined): WitnessState {
  if (!row?.is_asked) return 'new';
  if (row.is_forked === true) return 'forked';
  if (row.is_aside) return 'aside';
  return row.error === null ? 'cosigned' : 'silent';
}

interface HealthRow {
  readonly policy: string | null;
  readonly open_forks: number;
  readonly size: number | null;
  readonly signed_at: Date | null;
}

interface StandingRow {
  readonly size: number | null;
  readonly cosigned_at: Date | null;
  readonly is_asked: boolean;
  readonly error: string | null;
  readonly failing_since: Date | null;
  readonly is_aside: boolean;
  readonly conflicts: number;
  readonly is_forked: boolean | null;
}
