import { panelPartsOf, type PanelKind, type PanelObject } from '../../domain/trail/panel-object.ts';
import type { TrailObject } from '../../domain/trail/trail-words.ts';
import type { Database } from '../db/database.ts';
import type { Viewer } from '../http/operator.ts';
import { refuse } from '../http/refusal.ts';

/** An object that notes, messages and presence refer to. What is told of it is for those alone who may open it. */
export interface FoundReference {
  /** 出证申请 CZ202611220001 */
  readonly label: string;
  /** Address of its page in the console. */
  readonly url: string;
  /** The names under which the trail tells of it. */
  readonly trail: readonly [TrailObject, ...TrailObject[]];
  /** The resource's own rule. Decided without the database, so that one reading answers for all colleagues. */
  mayOpen(viewer: Viewer): boolean;
}

/** How a resource tells of its objects. */
export interface ReferenceRule {
  readonly kind: PanelKind;
  /** Those of the ids that are there, in one query. */
  find(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, FoundReference>>;
  /** What belongs to one of them, the nearest first. */
  related(db: Database, id: string): Promise<readonly PanelObject[]>;
  /** The numbers of the documents that some of them led to, by their id; left out where none does. */
  documents?(db: Database, ids: readonly string[]): Promise<readonly IssuedDocument[]>;
}

/** A document of the office, and which object it was issued for. */
export interface IssuedDocument {
  readonly id: string;
  readonly number: string;
}

/** All objects that have a panel. */
export interface References {
  /** Those that are there and that the viewer may open. */
  openable(viewer: Viewer, objects: readonly string[]): Promise<ReadonlyMap<string, FoundReference>>;
  /** @throws Refusal that is the same for what is not there and for what the viewer may not open. */
  open(viewer: Viewer, object: PanelObject): Promise<FoundReference>;
  related(object: PanelObject): Promise<readonly PanelObject[]>;
  /** Those that were issued for some of the objects, with the object of each. */
  documents(objects: readonly string[]): Promise<readonly { readonly object: string; readonly number: string }[]>;
}

/** @throws Error where two resources tell of the same kind. */
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

/** Of the objects, those of one kind, each once. */
function idsOf(objects: readonly string[], kind: PanelKind): string[] {
  return [...new Set(objects.map(panelPartsOf).flatMap((part) => (part.kind === kind ? [part.id] : [])))];
}

/** Ids of a bigint column among the texts given: others are of no row. */
export function bigintIds(ids: readonly string[]): string[] {
  return ids.filter((id) => /^[1-9]\d{0,17}$/.test(id));
}
