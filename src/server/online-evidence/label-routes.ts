import type { labelCalls } from '../../contract/console/many/labels.ts';
import { listLabels } from '../evidence/labels.ts';
import type { Deps } from '../feature/deps.ts';
import { eachRow } from '../http/each-row.ts';
import type { Handlers } from '../http/mount.ts';
import { operatorActor } from '../trail/trail.ts';
import { setLabel } from './label.ts';

export function labelRoutes({ db }: Pick<Deps, 'db'>): Handlers<typeof labelCalls> {
  return {
    async setLabels({ baoquanStr: numbers, type: kind, label, was }, { operator, ip }) {
      const actor = operatorActor(operator, ip);
      return { results: await eachRow(numbers, (number, at) => setLabel(db, { kind, number, label, was: was?.[at] }, actor)) };
    },

    async recordingLabels({ type }) {
      return { list: (await listLabels(db, { table: 'recording', column: 'type' }, type)).map((label) => ({ label })) };
    },
  };
}
