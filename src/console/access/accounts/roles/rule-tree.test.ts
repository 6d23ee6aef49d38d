import { expect, it } from 'vitest';
import { heldTree } from '../../../../server/access/accounts/wire-rows.ts';
import { allNodeIds, type Permission } from '../../../../domain/business/access/access.ts';
import { draftOf, menuIdOf, showsOwnOnly, stateOf, toggled } from './rule-tree.ts';

const everything = { isSuper: true, permissions: new Set<never>() };
const open = (nodes: readonly number[]) => draftOf(heldTree(nodes, everything));
const saved = (nodes: readonly number[]) => {
  const draft = open(nodes);
  return menuIdOf(draft.nodes, draft.checked, draft.ownOnly).map(Number);
};

it.each([[[]], [[1, 2]], [[9, 10, 37]], [[9, 29]], [[36]], [allNodeIds.filter((id) => id !== 37)], [allNodeIds]])(
  'a role is sent as it came: %j',
  (nodes) => {
    expect(saved(nodes).toSorted((a, b) => a - b)).toEqual([...nodes].toSorted((a, b) => a - b));
  },
);

it('数据权限 is not in the tree', () => {
  expect(open(allNodeIds).nodes.map(({ id }) => id)).not.toContain('37');
});

it('a group is half-checked by one of its children, and is sent then too', () => {
  const draft = open([1, 2]);
  const group = draft.nodes.find(({ id }) => id === '1');
  if (!group) throw new Error('group 1 is missing');
  expect(stateOf(group, draft.checked)).toBe('some');
  const full = toggled(group, draft.checked);
  expect(stateOf(group, full)).toBe('all');
  expect(menuIdOf(draft.nodes, full, false)).toEqual(['1', '2', '3', '4', '5', '50', '27', '28', '51', '52']);
  expect(stateOf(group, toggled(group, full))).toBe('none');
});

it('9 brings the checkbox of 37, and takes 37 with it', () => {
  const draft = open([9, 10, 37]);
  const nine = draft.nodes.find(({ id }) => id === '9');
  if (!nine) throw new Error('node 9 is missing');
  expect(showsOwnOnly(draft.checked)).toBe(true);
  const full = toggled(nine, draft.checked);
  expect(menuIdOf(draft.nodes, full, true)).toEqual(['9', '10', '29', '37']);
  const none = toggled(nine, full);
  expect(showsOwnOnly(none)).toBe(false);
  expect(menuIdOf(draft.nodes, none, true)).toEqual([]);
});

it('37 stays where it is under an operator who could not give what it narrows', () => {
  const drafts = (own: readonly Permission[], nodes: readonly number[]) =>
    draftOf(heldTree(nodes, { isSuper: false, permissions: new Set(own) })).canOwnOnly;
  expect(drafts([], [9, 10, 37])).toBe(false);
  expect(drafts(['notarization:list'], [9, 10, 29, 37])).toBe(false);
  expect(drafts(['notarization:list'], [9, 10, 37])).toBe(true);
  expect(drafts(['notarization:list'], [9, 10])).toBe(false);
  expect(open([9, 10, 37]).canOwnOnly).toBe(true);
});

it('what the operator does not hold cannot be ticked, neither by itself nor by its group', () => {
  const draft = draftOf(heldTree([], { isSuper: false, permissions: new Set(['user:enterprise'] as const) }));
  const group = draft.nodes.find(({ id }) => id === '1');
  if (!group) throw new Error('group 1 is missing');
  expect([...toggled(group, draft.checked)]).toEqual(['2']);
  expect(draft.canOwnOnly).toBe(false);
});
