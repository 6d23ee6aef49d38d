import { queueNeeds } from '../../../domain/business/access/queue-access.ts';
import { queueKinds, queueLabels, queuePath } from '../../../domain/business/codes/queues.ts';
import type { Permission } from '../../../domain/business/access/access.ts';
import { workbenchPath } from '../session/guard.ts';

/** A page outside the menu's groups. */
export interface OwnPage {
  readonly name: string;
  readonly path: string;
  /** The key after G. */
  readonly key: string;
}

/** The operator's work queues, then the pages that everybody has. A queue's key depends on its kind alone, not on the operator. */
export function ownPages(can: (permission: Permission) => boolean): OwnPage[] {
  const queues = queueKinds.map((kind, at) => ({ kind, name: `${queueLabels[kind]}待办`, path: queuePath(kind), key: String(at + 1) }));
  return [
    ...queues.filter(({ kind }) => queueNeeds(kind).every(can)).map(({ name, path, key }) => ({ name, path, key })),
    { name: '工作台', path: workbenchPath, key: '0' },
    { name: '消息', path: '/messages', key: 'n' },
  ];
}
