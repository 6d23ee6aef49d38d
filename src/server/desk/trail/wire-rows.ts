import { formatTime } from '../../../domain/kit/text/time.ts';
import { changesText, trailDiff } from '../../../domain/business/trail/trail-diff.ts';
import type { TrailRow } from '../../../contract/console/trail.ts';
import type { TrailNames } from './names.ts';
import type { ListedTrail } from './trail-list.ts';

export function trailRowOf(row: ListedTrail, names: TrailNames): TrailRow {
  const { id, ip, action, object, before, after, hash } = row;
  const named = names.objectOf(row);
  const changes = trailDiff(object, before, after, names.nameOf);
  return {
    id,
    time: formatTime(row.at),
    operator: row.operator,
    operator_id: row.actorId,
    operator_kind_name: actorKindNames[row.kind],
    ip,
    action,
    object,
    object_name: named.name,
    object_url: named.url,
    before,
    after,
    changes,
    change: changesText(changes),
    hash: hash === null ? '' : Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

export const actorKindNames: Record<ListedTrail['kind'], string> = {
  operator: '操作员',
  client: '接口客户端',
  command: '命令行',
  system: '系统',
};
