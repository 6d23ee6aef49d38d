import { createHash } from 'node:crypto';
import { isLate, releaseAt, type Migration, type Release, type Series } from './series.ts';

/** A migration that was applied to a database. */
export interface Applied {
  readonly name: string;
  readonly sha256: string;
  /** False while the previous release may still be started; it ignores this migration. */
  readonly isFinal: boolean;
  /** The release that applied it, and the release before that one; null for migrations up to 1.0.0. */
  readonly release: string | null;
  readonly follows: string | null;
}

/** A migration to run. Those of earlier releases are final at once. */
export interface PlannedStep {
  readonly migration: Migration;
  readonly isFinal: boolean;
}

/** What a start, or `migrate --post`, has to do. */
export interface Plan {
  /** In the order to run them. */
  readonly steps: readonly PlannedStep[];
  /** What a start leaves for later (`isLate`); empty for a new database and for `migrate --post`. */
  readonly late: readonly PlannedStep[];
  /** Applied migrations to make final before any step. */
  readonly finalise: readonly string[];
  /** The oldest release that may use the database meanwhile; null if it does not matter. */
  readonly oldest: Release | null;
}

/**
 * Plans how a database reaches this program's schema. The plan is empty if the next release has already migrated the database.
 * @param mayJump allows an upgrade over several releases, for a database that no other program uses.
 * @throws Error with a one-sentence reason if the schema cannot be reached.
 */
export function planDeploy(series: Series, applied: readonly Applied[], mayJump = false): Plan {
  const { releases } = series;
  const own = releases.length - 1;
  refuseChanged(series, applied);
  const missing = missingOf(series, applied);
  const ahead = unknownTo(series, applied);
  if (ahead.length > 0) {
    refuseNewer(series, ahead, missing);
    return nothing;
  }
  const isOlder = (migration: Migration): boolean => releaseAt(releases, migration) < own;
  const jumps = missing.filter((migration) => isOlder(migration) && isRequired(migration));
  const isFirst = mayJump || applied.length === 0 || jumps.some((migration) => releaseAt(releases, migration) === 0);
  if (jumps.length > 0 && !isFirst) throw new Error(skipping(series, jumps));
  const due = missing
    .filter((migration) => isOlder(migration) || migration.kind !== 'post')
    .map((migration) => ({ migration, isFinal: isOlder(migration) }));
  const late = isFirst ? [] : due.filter(({ migration }) => isLate(migration));
  const steps = due.filter((step) => !late.includes(step));
  const known = new Map(series.migrations.map((migration) => [migration.name, migration]));
  const finalise = applied.flatMap(({ name, isFinal }) => {
    const migration = known.get(name);
    return !isFinal && migration && isOlder(migration) ? [name] : [];
  });
  const changes = steps.length + finalise.length > 0;
  return { steps, late, finalise, oldest: changes && !isFirst ? (releases[own - 1] ?? null) : null };
}

/** Plans `migrate --post`. @throws Error with a one-sentence reason if this release is not deployed yet, or the next one already is. */
export function planPost(series: Series, applied: readonly Applied[]): Plan {
  const own = series.releases.at(-1);
  refuseChanged(series, applied);
  const ahead = unknownTo(series, applied);
  if (ahead.length > 0) {
    refuseNewer(series, ahead, []);
    throw new Error(`release ${ahead[0]?.release} has gone ahead on this database: its own program runs what comes after`);
  }
  const missing = missingOf(series, applied);
  const first = missing.find(isRequired);
  if (first)
    throw new Error(`release ${own?.version} is not deployed on this database yet (it lacks ${first.name}): start a server of it first`);
  const finalise = applied.filter(({ isFinal }) => !isFinal).map(({ name }) => name);
  const steps = missing.map((migration) => ({ migration, isFinal: true }));
  return { steps, late: [], finalise, oldest: steps.length + finalise.length > 0 ? (own ?? null) : null };
}

export function hashOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

const nothing: Plan = { steps: [], late: [], finalise: [], oldest: null };

/** Whether a server of the migration's release cannot work without it. */
function isRequired(migration: Migration): boolean {
  return migration.kind !== 'post' && !isLate(migration);
}

function missingOf({ migrations }: Series, applied: readonly Applied[]): Migration[] {
  const names = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !names.has(name));
}

function unknownTo({ migrations }: Series, applied: readonly Applied[]): Applied[] {
  const names = new Set(migrations.map(({ name }) => name));
  return applied.filter(({ name }) => !names.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function refuseChanged({ migrations }: Series, applied: readonly Applied[]): void {
  const hashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  const changed = migrations.find(({ name, sql }) => hashes.has(name) && hashes.get(name) !== hashOf(sql));
  if (changed) throw new Error(`migration ${changed.name} was applied with another text than this program's`);
}

/** Tolerates what the next release has applied, but refuses what it has made final and what any later release has applied. */
function refuseNewer({ releases }: Series, ahead: readonly Applied[], missing: readonly Migration[]): void {
  const own = releases.at(-1)?.version ?? '';
  const newer = (of: Applied, why: string): Error =>
    new Error(`the database is newer than this program: it has migration ${of.name}${why}`);
  const closed = ahead.find(({ isFinal }) => isFinal);
  if (closed?.release === null) throw newer(closed, '');
  if (closed)
    throw newer(
      closed,
      `, and release ${closed.release} has been made final on it (post), so ${own} cannot serve it any more: ` +
        `start ${closed.release} or a later one`,
    );
  const skipped = ahead.find(({ follows }) => follows !== own);
  if (skipped)
    throw newer(
      skipped,
      ` of release ${skipped.release}, which follows ${skipped.follows} and not ${own}: start ${skipped.follows} or ${skipped.release}`,
    );
  const lacking = missing.find(isRequired);
  const [first] = ahead;
  if (first && lacking) throw newer(first, ` of release ${first.release}, and lacks ${lacking.name} of ${own}`);
}

function skipping({ releases }: Series, jumps: readonly Migration[]): string {
  const next = Math.min(...jumps.map((migration) => releaseAt(releases, migration)));
  const [has, take, own] = [releases[next - 1], releases[next], releases.at(-1)];
  const commit = take?.commit === null || take === undefined ? '' : ` (commit ${take.commit.slice(0, 12)})`;
  const first = `take release ${take?.version}${commit} on it first`;
  return `the database is of release ${has?.version}, and release ${own?.version} would skip one: ${first}`;
}
