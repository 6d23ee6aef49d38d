import type { Permission } from '../../../domain/business/access/access.ts';
import { panelPartsOf } from '../../../domain/business/trail/panel-object.ts';
import { referringFields, type NameOf, type State } from '../../../domain/business/trail/trail-diff.ts';
import { kindName, objectName } from '../../../domain/business/trail/trail-names.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/operator.ts';
import { bigintIds, type References } from '../references/reference.ts';

/** A row's object in words, and the page that leads to it; the page is empty if there is none that the reader may open. */
export interface NamedObject {
  readonly name: string;
  readonly url: string;
}

interface Referring {
  readonly object: string;
  readonly before: State;
  readonly after: State;
}

/** What rows of the trail refer to, as their reader may know it. */
export interface TrailNames {
  readonly nameOf: NameOf;
  objectOf(row: Referring): NamedObject;
}

/** Reads what the rows refer to by ID, in one query for each kind. */
export async function readNames(
  { db, references }: { readonly db: Database; readonly references: () => References },
  viewer: Viewer,
  rows: readonly Referring[],
): Promise<TrailNames> {
  const mentioned = new Set(rows.flatMap((row) => [row.object, ...referencesIn(row.before), ...referencesIn(row.after)]));
  const idsOf = (kind: string) => [...mentioned].flatMap((one) => (one.startsWith(`${kind}/`) ? [one.slice(kind.length + 1)] : []));
  const [open, accounts, roles, clients] = await Promise.all([
    references().openable(
      viewer,
      rows.map(({ object }) => object).filter((object) => panelPartsOf(object).kind !== undefined),
    ),
    accountNames(db, idsOf('account')),
    roleNames(db, idsOf('role')),
    clientNames(db, idsOf('client')),
  ]);
  const names = new Map([...accounts, ...roles, ...clients]);
  const nameOf: NameOf = (reference) => names.get(reference);
  return {
    nameOf,
    objectOf({ object, before, after }) {
      const reference = open.get(object);
      if (reference) {
        const { label, name = '', url } = reference;
        return { name: name === '' ? label : `${label}（${name}）`, url };
      }
      const [kind = '', id = ''] = object.split('/');
      if (panelPartsOf(object).kind !== undefined) return { name: objectName(object), url: '' };
      const name = names.get(object) ?? stateName(kind, after) ?? stateName(kind, before);
      const page = pages[kind];
      return {
        name: name === undefined ? objectName(object) : `${kindName(object)} ${name}`,
        url: page && viewer.permissions.has(page.needs) ? page.url(id, name ?? id) : '',
      };
    },
  };
}

function referencesIn(state: State): string[] {
  return Object.entries(state ?? {}).flatMap(([field, value]) => {
    const kind = referringFields.get(field);
    return kind === undefined || value === null ? [] : [`${kind}/${String(value)}`];
  });
}

/** The name that a row itself tells, for what has been deleted or renamed. */
function stateName(kind: string, state: State): string | undefined {
  const name = state?.[nameFields[kind] ?? ''];
  return typeof name === 'string' && name !== '' ? name : undefined;
}
const nameFields: Readonly<Record<string, string>> = {
  account: 'realname',
  role: 'position',
  client: 'name',
  view: 'name',
  version: 'version',
  'office-credential': 'name',
};

const listed = (path: string, keyword: string) => `${path}?${new URLSearchParams({ keyword }).toString()}`;
const pages: Readonly<Record<string, { readonly needs: Permission; readonly url: (id: string, name: string) => string }>> = {
  account: { needs: 'authority:account', url: (_id, name) => listed('/authority/account', name) },
  role: { needs: 'authority:role', url: (_id, name) => listed('/authority/role', name) },
  client: { needs: 'open:client', url: (id) => listed('/open/client', id) },
  webhook: { needs: 'open:webhook', url: (id) => `/open/webhook/${id}` },
};

type Names = readonly (readonly [reference: string, name: string])[];

async function accountNames(db: Database, given: readonly string[]): Promise<Names> {
  const ids = bigintIds(given);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('account').select(['id', 'realname']).where('id', 'in', ids).execute();
  return rows.map(({ id, realname }) => [`account/${id}`, realname]);
}

async function roleNames(db: Database, given: readonly string[]): Promise<Names> {
  const ids = bigintIds(given);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('role').select(['id', 'position']).where('id', 'in', ids).execute();
  return rows.map(({ id, position }) => [`role/${id}`, position]);
}

async function clientNames(db: Database, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('credential')
    .select(['app_id', 'name'])
    .where('app_id', 'in', [...ids])
    .execute();
  return rows.map(({ app_id: id, name }) => [`client/${id}`, name]);
}
