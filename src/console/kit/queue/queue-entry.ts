import { queueNeeds } from '../../../domain/business/access/queue-access.ts';
import { queueLabels, queuePath, type QueueKind } from '../../../domain/business/codes/queues.ts';
import type { Screen } from '../screen/screen.ts';

/** The screen of a queue, below the list of the same cases. The route asks for one permission, the screen itself for both. */
export function queueEntry(kind: QueueKind, parent: string, load: Screen['load']): Screen {
  const [, act] = queueNeeds(kind);
  return { path: queuePath(kind), title: `${queueLabels[kind]}待办`, permission: [act], parent, load };
}
