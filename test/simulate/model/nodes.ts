/** The permission tree (spec/wire, 5): a node's name for people, and its permission or, of a group, its pages and actions. */
interface Page {
  readonly id: number;
  readonly permission: string;
  /** Relative to its group; empty for an action. */
  readonly url: string;
}
interface Group {
  readonly id: number;
  readonly url: string;
  readonly children: readonly Page[];
}

const page = (id: number, permission: string, url: string): Page => ({ id, permission, url });
const action = (id: number, permission: string): Page => ({ id, permission, url: '' });

/** Addresses are those of spec/console, 2.2; groups and pages come in the order of the table. */
const groups: readonly Group[] = [
  {
    id: 1,
    url: '/user',
    children: [
      page(2, 'user:enterprise', '/enterprise'),
      page(3, 'user:individual', '/individual'),
      page(4, 'user:balance', '/balance'),
      page(5, 'user:integral', '/integral'),
      action(27, 'user:review'),
      action(28, 'user:gift'),
    ],
  },
  {
    id: 6,
    url: '/evidence',
    children: [
      page(7, 'evidence:enterprise', '/EnterpriseCertificate'),
      page(8, 'evidence:personal', '/certificate'),
      action(30, 'evidence:download'),
    ],
  },
  { id: 9, url: '/evidence', children: [page(10, 'notarization:list', '/results'), action(29, 'notarization:review')] },
  {
    id: 11,
    url: '/online',
    children: [page(12, 'online:web', '/web'), page(13, 'online:process', '/process'), page(14, 'online:move', '/move')],
  },
  {
    id: 15,
    url: '/money',
    children: [
      page(16, 'finance:order', '/just'),
      page(17, 'finance:charge', '/customer'),
      page(18, 'finance:invoice', '/invoice'),
      action(31, 'finance:invoice:first'),
      action(32, 'finance:invoice:issue'),
    ],
  },
  {
    id: 19,
    url: '/app',
    children: [page(20, 'app:version', '/index'), page(21, 'app:feedback', '/feedback'), action(33, 'app:publish')],
  },
  {
    id: 22,
    url: '/authority',
    children: [
      page(23, 'authority:role', '/role'),
      page(24, 'authority:account', '/account'),
      page(25, 'authority:log', '/log'),
      page(26, 'authority:userLog', '/userLog'),
      page(38, 'authority:trail', '/trail'),
      action(34, 'authority:role:edit'),
      action(35, 'authority:account:edit'),
    ],
  },
  { id: 36, url: '', children: [action(36, 'export')] },
  {
    id: 39,
    url: '/open',
    children: [page(40, 'open:client', '/client'), page(41, 'open:webhook', '/webhook'), action(42, 'open:client:edit')],
  },
  {
    id: 46,
    url: '/office',
    children: [
      page(43, 'office:credentials', '/credentials'),
      page(44, 'custody:witness', '/witness'),
      page(45, 'system:status', '/status'),
    ],
  },
  { id: 37, url: '', children: [action(37, 'data:own')] },
];

const leaves = groups.flatMap(({ children }) => children);

/** Permissions of a role's nodes; a node that the table does not have is ignored. Role 1 holds all of them, and is not narrowed by 37. */
export function permissionsOf(roleId: string, nodes: readonly number[]): ReadonlySet<string> {
  const held = roleId === '1' ? leaves.filter(({ id }) => id !== 37) : leaves.filter(({ id }) => nodes.includes(id));
  return new Set(held.map(({ permission }) => permission));
}

/** The nodes with the groups that they stand in, as a role keeps them. */
export function withGroups(nodes: readonly number[]): number[] {
  const above = groups.filter(({ children }) => children.some(({ id }) => nodes.includes(id))).map(({ id }) => id);
  return [...new Set([...nodes, ...above])].toSorted((a, b) => a - b);
}

/** Whether the holder of these permissions holds a node; of a group, something in it. */
export function holds(permissions: ReadonlySet<string>, node: number): boolean {
  const leaf = leaves.find(({ id }) => id === node);
  if (leaf) return permissions.has(leaf.permission);
  return groups.find(({ id }) => id === node)?.children.some(({ permission }) => permissions.has(permission)) ?? false;
}

/** What the menu shows: the pages that are held, each `group/page url`, a group without a page left out. */
export function menuLines(permissions: ReadonlySet<string>): string[] {
  return groups.flatMap((group) =>
    group.children
      .filter(({ url, permission }) => url !== '' && permissions.has(permission))
      .map(({ id, url }) => `${group.id} ${group.url} ${id} ${url}`),
  );
}

/** Pages that the table of the specification has: the product's own further ones are not the model's. */
export const knownPages: ReadonlySet<number> = new Set(leaves.filter(({ url }) => url !== '').map(({ id }) => id));
