import { erasureState } from '../../domain/business/codes/erasures.ts';
import { parseErasures } from '../../server/platform/installation/erasure-records.ts';
import { decidedErasures } from '../../server/business/erasures/execute.ts';
import { ForeignErasure, repeatErasures } from '../../server/business/erasures/repeat.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';
import { readGiven } from '../lib/given-file.ts';

/** Lists and repeats erasures of personal data. They are requested and decided only in the console, where two people sign in. */
export const erasureCommands: readonly Command[] = [
  {
    name: 'erasure list',
    usage: '',
    summary: 'list erasures of personal data; with --json those that were carried out, as `erasure repeat` takes them',
    async run({ db, args }) {
      options(args, []);
      const rows = await db.selectFrom('erasure').selectAll().orderBy('id').execute();
      const lines = rows.map(
        ({ id, user_id, state, requested_name, decided_name, done_at }) =>
          `${id}: user ${user_id}, ${erasureState.label(state)}, asked for by ${requested_name}` +
          `${decided_name === '' ? '' : `, decided by ${decided_name}`}${done_at ? `, done ${done_at.toISOString()}` : ''}`,
      );
      return { value: await decidedErasures(db), text: lines.length === 0 ? 'There are no erasures.' : lines.join('\n') };
    },
  },
  {
    name: 'erasure repeat',
    usage: '<file>',
    summary: 'after a restore: begin erasures again that this database does not know, out of what `erasure list --json` printed',
    async run({ db, args }) {
      const { positionals } = options(args, [], [], 1);
      const [path] = positionals;
      if (path === undefined) throw new CommandError('One file is needed, as `erasure list --json` prints it.');
      const records = parseErasures(await readGiven(path));
      if (!records) throw new CommandError(`${path} is no list of erasures.`);
      const begun = await repeatErasures(db, records, commandActor).catch((error: unknown) => {
        throw error instanceof ForeignErasure ? new CommandError(`${path}: ${error.message}`) : error;
      });
      return {
        value: { known: records.length - begun, begun },
        text: `${begun} of ${records.length} erasures are begun again; a running server carries them out.`,
      };
    },
  },
];
