import { formatTime } from '../../domain/text/time.ts';
import { trailDiffText } from '../../domain/trail/trail-diff.ts';
import { objectName } from '../../domain/trail/trail-words.ts';
import type { TrailRow } from '../../contract/console/trail.ts';

/** A row as the trail keeps it, with the hash of its link. */
export interface ListedTrail {
  readonly id: string;
  readonly at: Date;
  readonly kind: 'operator' | 'client' | 'command' | 'system';
  readonly actorId: string;
  readonly operator: string;
  readonly ip: string;
  readonly action: string;
  readonly object: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly hash: Uint8Array | null;
}

export function trailRowOf({ id, at, kind, actorId, operator, ip, action, object, before, after, hash }: ListedTrail): TrailRow {
  return {
    id,
    time: formatTime(at),
    operator,
    operator_id: actorId,
    operator_kind_name: actorKinds[kind],
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

const actorKinds: Record<ListedTrail['kind'], string> = { operator: '操作员', client: '接口客户端', command: '命令行', system: '系统' };
