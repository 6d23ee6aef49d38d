import { onlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { shownStatus } from '../../../domain/business/rules/capture.ts';
import type { Deps } from '../../custody/deps.ts';
import { evidenceFacts, mayViewFacts } from '../../desk/acceptors/evidence-rule.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import { exactLookUp } from '../../desk/lists/exact-rows.ts';
import { firstRows } from '../../desk/lists/first-rows.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import type { FoundReference, ReferenceRule } from '../../desk/references/reference.ts';
import { type Finder, rowsSought } from '../../desk/search/finder.ts';
import type { Work } from '../../desk/work.ts';
import { labelKey } from '../evidence/labels.ts';
import { type FoundOnline, onlineFinder } from '../evidence/online-finder.ts';
import { belongingTo } from '../evidence/reference.ts';
import { captureList, type ListedCapture } from './capture-list.ts';
import { captureOpenRoutes } from './open-routes.ts';
import { captureRoutes } from './routes.ts';

/** Captures of web pages; `captures/worker` carries them out. */
export function captures(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'store'>) {
  return {
    routes: captureRoutes(deps),
    openRoutes: captureOpenRoutes(deps),
    work: captureWork,
    counts,
    finders: captureFinders(deps),
    references: [captureReference],
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  getWebList: ({ status, label, keyword, registtime: time }) =>
    countedTotalOf(captureList, { facets: { kind: 'web', shown_status: status, label_key: labelKey(label) }, keyword, time }),
};

/** Captures waiting and done, for the workbench. */
const captureWork: Work = {
  waiting: [],
  activities: [{ name: '网页取证', needs: ['online:web'], series: { list: 'capture', facet: 'web' } }],
};

/** Captures of web pages. */
function captureFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  const by = (column: string, rows: 'one' | 'many') => exactLookUp(lists, captureList, column, { limit: rowsSought, rows });
  const [byNumber, byMobile] = [by('number', 'one'), by('mobile', 'many')];
  const facets = { kind: 'web' } as const;
  return [
    onlineFinder('web', {
      byNumber: async (number) => (await byNumber(number)).map(foundOf),
      byMobile: async (mobile) => (await byMobile(mobile)).map(foundOf),
      byText: async (keyword) => (await firstRows(lists, captureList, { facets, keyword, limit: rowsSought }))?.map(foundOf) ?? null,
    }),
  ];
}

function foundOf(row: ListedCapture): FoundOnline {
  return { ...row, shownStatus: shownStatus(row.status), at: row.createdAt };
}

/** Captures as notes and messages refer to them: visible to whoever sees their list, or may view the evidence that they became. */
const captureReference: ReferenceRule = {
  kind: 'capture',

  async find(db, numbers) {
    const [rows, became] = await Promise.all([
      db
        .selectFrom('capture')
        .select(['number', 'kind'])
        .where('number', 'in', [...numbers])
        .execute(),
      evidenceFacts(db, numbers),
    ]);
    const facts = new Map(became.map((one) => [one.number, one]));
    return new Map(
      rows.map(({ number, kind }): [string, FoundReference] => [
        number,
        {
          label: `${onlineKind.label(kind)} ${number}`,
          url: `/online/attestation/${number}/${segments[kind]}`,
          trail: [`capture/${number}`, `evidence/${number}`],
          mayOpen: (viewer) => {
            const evidence = facts.get(number);
            return viewer.permissions.has(`online:${kind}`) || (evidence !== undefined && mayViewFacts(viewer, evidence));
          },
        },
      ]),
    );
  },

  async related(db, number) {
    const row = await db.selectFrom('capture').select('user_id').where('number', '=', number).executeTakeFirst();
    if (!row) return [];
    const owner = `user/${row.user_id}` as const;
    const others = (await belongingTo(db, number)).filter((one) => one !== owner);
    return [owner, `evidence/${number}`, ...others];
  },
};

const segments = { web: 'web' } as const;
