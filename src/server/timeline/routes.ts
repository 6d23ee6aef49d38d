import type { timelineCalls } from '../../contract/panel/timeline.ts';
import { kindName } from '../../domain/trail/trail-words.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/mount.ts';
import type { References } from '../references/reference.ts';
import { readTimeline } from './timeline.ts';

export interface TimelineDeps {
  readonly db: Database;
  readonly references: () => References;
}

export function timelineRoutes({ db, references }: TimelineDeps): Handlers<typeof timelineCalls> {
  return {
    async getTimeline({ object, page, limit }, { operator }) {
      const { trail } = await references().open(operator, object);
      return readTimeline(db, trail, page, limit);
    },

    async getRelated({ object }, { operator }) {
      await references().open(operator, object);
      const related = await references().related(object);
      const open = await references().openable(operator, related);
      return {
        list: related.flatMap((one) => {
          const reference = open.get(one);
          return reference ? [{ object: one, kind_name: kindName(one), label: reference.label, url: reference.url }] : [];
        }),
      };
    },
  };
}
