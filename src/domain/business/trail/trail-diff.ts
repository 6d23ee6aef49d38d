import { nodeNames } from '../access/role-nodes.ts';
import { formatYuan } from '../../kit/text/money.ts';
import { fieldLabels, fieldWords } from './trail-fields.ts';

/** One changed field as text; `old` or `now` is empty if there was or is no value. */
export interface FieldChange {
  readonly label: string;
  readonly old: string;
  readonly now: string;
}

export type State = Readonly<Record<string, unknown>> | null;

/** Fields whose value is the ID of an account or of a role. */
export const referringFields: ReadonlyMap<string, 'account' | 'role'> = new Map([
  ['acceptor', 'account'],
  ['claimedBy', 'account'],
  ['owner', 'account'],
  ['role_id', 'role'],
]);

/** The name of an account or a role (`account/3`); undefined if it is not known. */
export type NameOf = (reference: string) => string | undefined;

/**
 * The changes that an action made to `object` (for example `user/17`), field by field as text. Unchanged fields are omitted. Unknown fields
 * keep their own names and come last.
 */
export function trailDiff(object: string, was: State, is: State, nameOf: NameOf = () => undefined): FieldChange[] {
  const kind = object.split('/')[0] ?? '';
  const [before, after] = [named(was, nameOf), named(is, nameOf)];
  const given = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = [...[...fieldLabels.keys()].filter((field) => given.has(field)), ...[...given].filter((field) => !fieldLabels.has(field))];
  return fields.flatMap((field) => {
    const [old, now] = [before?.[field], after?.[field]];
    if (field === 'nodes') return nodeChanges(idsOf(old), idsOf(now));
    const change = { label: labelOf(field), old: valueText(kind, field, old), now: valueText(kind, field, now) };
    return change.old === change.now ? [] : [change];
  });
}

/** The state with names in place of IDs. An acceptor's name of the time is in the state itself. */
function named(state: State, nameOf: NameOf): State {
  if (!state) return state;
  const { name, ...rest } = state;
  const isOfAcceptor = 'acceptor' in state && typeof name === 'string';
  const entries = Object.entries(isOfAcceptor ? rest : state).map(([field, value]) => {
    const kind = referringFields.get(field);
    if (kind === undefined || value === null || value === undefined) return [field, value];
    const known = field === 'acceptor' && isOfAcceptor && name !== '' ? name : nameOf(`${kind}/${String(value)}`);
    return [field, known ?? value];
  });
  return Object.fromEntries(entries) as State;
}

/** The changes on one line, for lists and exports. */
export function trailDiffText(object: string, before: State, after: State): string {
  return changesText(trailDiff(object, before, after));
}

export function changesText(changes: readonly FieldChange[]): string {
  return changes.map(({ label, old, now }) => `${label}：${old === '' ? now : `${old} → ${now === '' ? '无' : now}`}`).join('；');
}

function valueText(kind: string, field: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.map((item) => valueText(kind, field, item)).join('、');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([inner, item]) => `${labelOf(inner)} ${valueText(kind, inner, item)}`)
      .join('，');
  }
  if (field === 'amountFen' && Number.isSafeInteger(value)) return formatYuan(Number(value));
  const text = String(value);
  return (fieldWords.get(`${kind}/${field}`) ?? fieldWords.get(field))?.get(text) ?? text;
}

/** A role has dozens of nodes, so only added and removed ones are named. */
function nodeChanges(old: readonly number[], now: readonly number[]): FieldChange[] {
  const added = nodeNames(now.filter((id) => !old.includes(id))).join('、');
  const removed = nodeNames(old.filter((id) => !now.includes(id))).join('、');
  return [
    ...(added === '' ? [] : [{ label: '新增权限', old: '', now: added }]),
    ...(removed === '' ? [] : [{ label: '移除权限', old: removed, now: '' }]),
  ];
}

function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];
}

function labelOf(field: string): string {
  return fieldLabels.get(field) ?? field;
}
