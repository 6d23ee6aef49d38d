import { build } from '../../server/platform/runtime/build.ts';
import { buildLateIndexes, migrate, migratePost } from '../../server/platform/db/migrate.ts';
import { usualPatience } from '../../server/platform/db/upgrade/apply.ts';
import { CommandError, options, type Command } from '../lib/command.ts';

/**
 * Runs the migrations that a start runs and builds the indexes that a start leaves for later; with --post also runs those that end the way
 * back to the previous release.
 */
export const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--post]',
  summary:
    'bring the database to this release, as a start does; --post: take away what only the release before needs, ' +
    'refused while one of its servers still serves',
  async run({ pool, args }) {
    const { flags } = options(args, [], ['post']);
    const patience = { ...usualPatience, tell: (line: string) => console.error(line) };
    try {
      if (!flags.has('post')) {
        const started = await migrate(pool, undefined, { patience });
        const late = await buildLateIndexes(pool, undefined, { patience: { ...patience, lockMs: 0 } });
        const applied = [...started, ...late.applied];
        const left = late.isDone ? '' : ' A server builds the indexes that are still missing.';
        return { value: { applied }, text: summary(applied, `The database is of release ${build.version}.${left}`) };
      }
      const { applied, finalised } = await migratePost(pool, undefined, { patience });
      const isOver = finalised + applied.length > 0;
      const end = isOver
        ? `Release ${build.version} is final on this database: no earlier one can serve it any more.`
        : 'Nothing is left to do.';
      return { value: { applied, finalised }, text: summary(applied, end) };
    } catch (error) {
      throw new CommandError(`${capital(error instanceof Error ? error.message : String(error))}.`);
    }
  },
};

function summary(applied: readonly string[], end: string): string {
  return [...applied.map((name) => `Applied ${name}.`), end].join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
