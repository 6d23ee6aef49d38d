import { formatTime } from '../../../domain/kit/text/time.ts';
import { trailDiffText } from '../../../domain/business/trail/trail-diff.ts';
import { objectName } from '../../../domain/business/trail/trail-names.ts';
import type { TrailRow } from '../../../contract/console/trail.ts';
import type { ListedTrail } from './trail-list.ts';

export function trailRowOf(row: ListedTrail): TrailRow {
  const { id, ip, action, object, before, after, hash } = row;
  return {
    id,
    time: formatTime(row.at),
    operator: row.operator,
    operator_id: row.actorId,
    operator_kind_name: actorKindNames[row.kind],
    ip,
    action,
    object,
    object_name: objectName(object),
    before,
    after,
    change: trailDiffText(object, before, after),
    hash: hash === null ? '' : Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

export const actorKindNames: Record<ListedTrail['kind'], string> = {
  operator: '操作员',
  client: '接口客户端',
  command: '命令行',
  system: '系统',
};
