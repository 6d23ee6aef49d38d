import type { fileHistoryCalls } from '../../../contract/console/file-history.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import type { References } from '../references/reference.ts';
import { listGiven, type AskedHistory, type Given } from './list-history.ts';

export interface FileHistoryDeps {
  readonly db: Database;
  readonly references: () => References;
}

export function fileHistoryRoutes({ db, references }: FileHistoryDeps): Handlers<typeof fileHistoryCalls> {
  return {
    async getFileHistory({ object, operator: accountId, page, limit }, { operator }) {
      const { rows, total } = await listGiven(db, await askedOf({ object, accountId }, operator), page, limit);
      const open = await references().openable(operator, rows.map(objectOf));
      const list = rows.map((row) => {
        const reference = open.get(objectOf(row));
        return {
          id: row.id,
          time: formatTime(row.at),
          operator: row.operator,
          what: whatOf(row),
          is_batch: row.is_batch ? 1 : 0,
          ip: row.ip,
          object: reference ? objectOf(row) : '',
          label: reference?.label ?? '',
          url: reference?.url ?? '',
        };
      });
      return { list, count: total };
    },
  };

  async function askedOf(
    { object, accountId }: { readonly object?: Parameters<References['open']>[1] | undefined; readonly accountId?: string | undefined },
    operator: Operator,
  ): Promise<AskedHistory> {
    if (accountId !== undefined) {
      if (!operator.permissions.has('authority:trail')) throw new Refusal('forbidden');
      return { accountId };
    }
    if (object === undefined) throw refuse('请指定对象或操作员');
    await references().open(operator, object);
    return { object };
  }
}

function objectOf({ type, number, order_id: orderId }: Given): string {
  if (orderId !== null) return `application/${orderId}`;
  if (type === 'web') return `capture/${number}`;
  return type === 'process' || type === 'move' ? `recording/${number}` : `evidence/${number}`;
}

function whatOf({ type, part }: Given): string {
  if (type === 'document') return '公证书';
  if (type === 'share') return '分享地址';
  return part === null ? '文件' : { file: '原件', package: '证据包', certificate: '证书' }[part];
}
