import type { ClientBase } from 'pg';
import { hashOf, type Applied } from './plan.ts';
import type { Migration, Release } from './series.ts';

/*
 * Two tables record the applied migrations. `migration` holds the final ones: a program that does not know one of its names refuses the
 * database, as 1.0.0 does. `release_migration` holds what each release since has applied; until those are final, the previous release
 * tolerates them and may be started again.
 */

export const migrationTable = 'migration (name text primary key, applied_at timestamptz not null default now(), sha256 text not null)';
export const releaseTable =
  'release_migration (name text primary key, release text not null, follows text not null, ' +
  'applied_at timestamptz not null default now(), sha256 text not null)';

/** All applied migrations, by name. A database of 1.0.0 has no `release_migration`. */
export async function readApplied(client: Pick<ClientBase, 'query'>): Promise<Applied[]> {
  const { rows: there } = await client.query<{ isThere: boolean }>(`select to_regclass('release_migration') is not null as "isThere"`);
  if (!there[0]?.isThere) {
    const { rows } = await client.query<Applied>(`
      select name, to_jsonb(m) ->> 'sha256' as sha256, true as "isFinal", null as release, null as follows
        from migration m order by name collate "C"`);
    return rows;
  }
  const { rows } = await client.query<Applied>(`
    select name, coalesce(m.sha256, r.sha256) as sha256, m.name is not null as "isFinal", r.release, r.follows
      from migration m full join release_migration r using (name) order by name collate "C"`);
  return rows;
}

export async function recordFinal(client: Pick<ClientBase, 'query'>, { name, sql }: Migration): Promise<void> {
  await client.query('insert into migration (name, sha256) values ($1, $2)', [name, hashOf(sql)]);
}

/** Records a migration as applied by release `own`, not final: the previous release need not know it. */
export async function recordAhead(
  client: Pick<ClientBase, 'query'>,
  { name, sql }: Migration,
  { own, before }: { readonly own: Release; readonly before: Release },
): Promise<void> {
  await client.query('insert into release_migration (name, release, follows, sha256) values ($1, $2, $3, $4)', [
    name,
    own.version,
    before.version,
    hashOf(sql),
  ]);
}

/** Makes migrations final: from now on a program that does not know them refuses to start. */
export async function makeFinal(client: Pick<ClientBase, 'query'>, names: readonly string[]): Promise<void> {
  await client.query(
    `insert into migration (name, applied_at, sha256) select name, applied_at, sha256 from release_migration where name = any ($1)
      on conflict do nothing`,
    [names],
  );
}
