import { panelPartsOf, type PanelKind, type PanelObject } from '../../../domain/business/trail/panel-object.ts';
import type { TrailObject } from '../../../domain/business/trail/trail-names.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/operator.ts';
import { refuse } from '../../platform/http/refusal.ts';

/** An object that notes, messages and presence refer to. Show its fields only to operators who may open it. */
export interface FoundReference {
  /** For example `出证申请 CZ202611220001`. */
  readonly label: string;
  /** Address of its page in the console. */
  readonly url: string;
  /** Whose it is, where the label does not say it. */
  readonly name?: string;
  /** How a decision ended, such as `已由 顾明远 通过`; empty while it is awaited, unset where none ever is. */
  readonly outcome?: string;
  /** The object's names in the trail. */
  readonly trail: readonly [TrailObject, ...TrailObject[]];
  /** The resource's own rule. Needs no query, so that one reading suffices for all colleagues. */
  mayOpen(viewer: Viewer): boolean;
}

/** How a resource finds its objects and what relates to them. */
export interface ReferenceRule {
  readonly kind: PanelKind;
  /** The existing objects among the IDs, by ID, in one query. */
  find(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, FoundReference>>;
  /** The objects related to one object, closest first. */
  related(db: Database, id: string): Promise<readonly PanelObject[]>;
  /** The documents issued for the objects; unset for resources whose objects never lead to one. */
  documents?(db: Database, ids: readonly string[]): Promise<readonly IssuedDocument[]>;
}

/** A notarial document's number, and the ID of the object that it was issued for. */
export interface IssuedDocument {
  readonly id: string;
  readonly number: string;
}

/** All objects that have a panel. */
export interface References {
  /** The existing objects that the viewer may open. */
  openable(viewer: Viewer, objects: readonly string[]): Promise<ReadonlyMap<string, FoundReference>>;
  /** @throws Refusal that is the same whether the object does not exist or the viewer may not open it. */
  open(viewer: Viewer, object: PanelObject): Promise<FoundReference>;
  related(object: PanelObject): Promise<readonly PanelObject[]>;
  /** The documents issued for the objects, each with its object. */
  documents(objects: readonly string[]): Promise<readonly { readonly object: string; readonly number: string }[]>;
}

/** @throws Error if two rules are for the same kind. */
export function joinReferences(db: Database, rules: readonly ReferenceRule[]): References {
  const byKind = new Map(rules.map((rule) => [rule.kind, rule]));
  if (byKind.size !== rules.length) throw new Error('two features tell of the same kind of object');
  const openable: References['openable'] = async (viewer, objects) => {
    const found = await Promise.all(
      [...byKind].map(async ([kind, rule]) => {
        const ids = idsOf(objects, kind);
        const references = ids.length === 0 ? [] : [...(await rule.find(db, ids))];
        return references.map(([id, reference]) => [`${kind}/${id}`, reference] as const);
      }),
    );
    return new Map(found.flat().filter(([, reference]) => reference.mayOpen(viewer)));
  };
  return {
    openable,
    async open(viewer, object) {
      const reference = (await openable(viewer, [object])).get(object);
      if (!reference) throw refuse('该对象不存在');
      return reference;
    },
    async related(object) {
      const { kind, id } = panelPartsOf(object);
      return (kind && byKind.get(kind)?.related(db, id)) ?? [];
    },
    async documents(objects) {
      const found = await Promise.all(
        [...byKind].map(async ([kind, rule]) => {
          const ids = idsOf(objects, kind);
          const issued = ids.length === 0 ? [] : ((await rule.documents?.(db, ids)) ?? []);
          return issued.map(({ id, number }) => ({ object: `${kind}/${id}`, number }));
        }),
      );
      return found.flat();
    },
  };
}

/** The IDs of the objects of one kind, without duplicates. */
function idsOf(objects: readonly string[], kind: PanelKind): string[] {
  return [...new Set(objects.map(panelPartsOf).flatMap((part) => (part.kind === kind ? [part.id] : [])))];
}

/** The texts that are valid IDs of a bigint column; others match no row, and would make the query fail. */
export function bigintIds(ids: readonly string[]): string[] {
  return ids.filter((id) => /^[1-9]\d{0,17}$/.test(id));
}
