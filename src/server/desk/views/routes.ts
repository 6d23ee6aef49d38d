import type { viewCalls } from '../../../contract/console/views.ts';
import type { Deps } from '../deps.ts';
import type { Handlers, SignedInCaller } from '../../platform/http/mount.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readCountedTotals } from '../lists/counted-totals.ts';
import { operatorActor } from '../trail/trail.ts';
import { addView, changeView, mayEdit, removeView, setDefaultView, type Editor } from './change.ts';
import { readViews, type FoundView } from './store.ts';
import { countOf, knownFilters, mayOpen, refuseUnknownFilters } from './view-list.ts';
import { viewRowOf } from './wire-rows.ts';

export function viewRoutes({ db, lists, counts }: Pick<Deps, 'db' | 'lists' | 'counts'>): Handlers<typeof viewCalls> {
  return {
    async getViewList({ list }, { operator }) {
      const views = (await readViews(db, operator)).filter((view) => mayOpen(view.list, operator) && (list ?? view.list) === view.list);
      const totals = await totalsOf(views, operator);
      return {
        list: views.map((view) =>
          viewRowOf(view, totals.get(view.id) ?? null, {
            isEditable: mayEdit(view, operator),
            isOwn: view.owner_id === operator.accountId,
          }),
        ),
        count: views.length,
      };
    },

    async getListTotals({ list, field, values, filters = {} }, { operator }) {
      if (!mayOpen(list, operator)) throw new Refusal('forbidden');
      for (const value of values) refuseUnknownFilters(list, { ...filters, [field]: value });
      const asked = values.map((value) => countOf(counts(), list, { ...filters, [field]: value }, operator));
      const totals = await readCountedTotals(
        lists,
        asked.filter((total) => total !== null),
      );
      const found = totals.values();
      const rows = values.map((value, at) => ({ value, count: asked[at] ? (found.next().value ?? 0) : null }));
      return { list: rows, count: rows.length };
    },

    async saveView(given, caller) {
      const { id, list, name } = given;
      if (id !== undefined) await changeView(db, id, given, editorOf(caller));
      // Without an id the schema requires both.
      return { id: id ?? (list && name ? await addView(db, list, name, given, editorOf(caller)) : '') };
    },

    async deleteView({ id }, caller) {
      await removeView(db, id, editorOf(caller));
      return null;
    },

    async setDefaultView({ id, status }, caller) {
      await setDefaultView(db, id, status, editorOf(caller));
      return null;
    },
  };

  /** The totals of pinned views, from the counters in one statement. Other views are not counted. */
  async function totalsOf(views: readonly FoundView[], operator: Operator): Promise<ReadonlyMap<string, number>> {
    const asked = views.flatMap((view) => {
      const total = view.isPinned ? countOf(counts(), view.list, knownFilters(view.list, view.filters).filters, operator) : null;
      return total ? [{ id: view.id, total }] : [];
    });
    const totals = await readCountedTotals(
      lists,
      asked.map(({ total }) => total),
    );
    return new Map(asked.map(({ id }, at) => [id, totals[at] ?? 0]));
  }
}

function editorOf({ operator, ip }: SignedInCaller): Editor {
  return { operator, actor: operatorActor(operator, ip) };
}
