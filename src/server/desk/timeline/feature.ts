import type { timelineCalls } from '../../../contract/console/timeline.ts';
import { kindName } from '../../../domain/business/trail/trail-names.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { References } from '../references/reference.ts';
import { readTimeline } from './timeline.ts';

/** The timeline of an object, and related objects. */
export function timeline(deps: TimelineDeps) {
  return { routes: timelineRoutes(deps) };
}

interface TimelineDeps {
  readonly db: Database;
  readonly references: () => References;
}

function timelineRoutes({ db, references }: TimelineDeps): Handlers<typeof timelineCalls> {
  return {
    async getTimeline({ object, page, limit }, { operator }) {
      const { trail } = await references().open(operator, object);
      return readTimeline(db, trail, page, limit);
    },

    async getRelated({ object }, { operator }) {
      const own = await references().open(operator, object);
      const related = await references().related(object);
      const open = await references().openable(operator, related);
      const links = related.flatMap((one) => {
        const reference = open.get(one);
        return reference ? [{ object: one, kind_name: kindName(one), label: reference.label, url: reference.url }] : [];
      });
      // An operator who may open the object that a document was issued for may know of the document; the link leads to the object.
      const known = new Map([[String(object), own], ...open]);
      const documents = (await references().documents([...known.keys()])).flatMap(({ object: of, number }) => {
        const reference = known.get(of);
        return reference ? [{ object: of, kind_name: '公证书', label: `公证书 ${number}`, url: reference.url }] : [];
      });
      return { list: [...links, ...documents] };
    },
  };
}
