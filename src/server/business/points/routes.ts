import type { pointsCalls } from '../../../contract/console/points.ts';
import { balanceDetailRowOf, balanceHolderOf, balanceRowOf, giftRowOf, type BalanceDetail } from './wire-rows.ts';
import { businessType, orderType } from '../../../domain/business/codes/points.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { maskIdNumber } from '../../../domain/kit/text/masking.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import { xlsxOf, type ExportColumn } from '../../desk/lists/export/xlsx.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import { listDetails, streamDetails } from './balance-details.ts';
import { listBalances, streamBalances, type ListedBalance } from './balance-list.ts';
import { findReceiver, giftService } from './gift.ts';
import { giftList } from './gift-list.ts';
import { heldPoints } from './held-points.ts';
import { giftReversals, reverseGift } from './reversal.ts';
import type { Deps } from '../../custody/deps.ts';

export function pointsRoutes({ db, lists }: Pick<Deps, 'db' | 'lists'>): Handlers<typeof pointsCalls> {
  const giveGift = giftService(db);
  return {
    async getBalanceList({ status: type, keyword, page, limit }, { operator }) {
      const { rows, total } = await listBalances(lists, { type, keyword }, { page, limit, by: operator.accountId });
      const held = await heldPoints(
        db,
        rows.map(({ id }) => id),
      );
      return { list: rows.map((row) => balanceRowOf(row, held.get(row.id))), count: total };
    },

    async userBalanceDetails({ userId, datetime: time, order_type: order, page, limit }) {
      const found = await listDetails(db, { userId, time, order }, { page, limit });
      if (!found) throw refuse('该用户不存在');
      const held = (await heldPoints(db, [userId])).get(userId);
      return { list: found.rows.map(balanceDetailRowOf), count: found.total, user: balanceHolderOf(found.holder, held) };
    },

    async getPoints({ keyword, userStatus, type, page, limit }, { operator }) {
      const { rows, total } = await listPage(lists, giftList, {
        facets: { user_type: userStatus, kind: type },
        keyword,
        page,
        limit,
        by: operator.accountId,
      });
      const reversalOf = await giftReversals(
        db,
        rows.map(({ id }) => id),
        operator,
      );
      return { list: rows.map((row) => giftRowOf(row, reversalOf(row.id))), count: total };
    },

    async findReceiver(input) {
      const { id, name, mobile, type, others } = await findReceiver(db, input);
      return { user_id: id, name: name === '' ? mobile : name, mobile, type: userType.code(type), type_name: userType.label(type), others };
    },

    async updatePoints(gift, { operator, ip }) {
      await giveGift(gift, operatorActor(operator, ip));
      return null;
    },

    async revokePoints({ id, explain }, { operator, ip }) {
      await reverseGift(db, { giftId: id, explain }, operatorActor(operator, ip));
      return null;
    },

    async userBalanceExport({ status: type, keyword }, { operator, ip }) {
      await recordTrail(db, operatorActor(operator, ip), {
        action: '导出',
        object: 'balances',
        after: { type, keyword: maskIdNumber(keyword) },
      });
      return xlsxOf('用户余额', balanceColumns, streamBalances(lists, { type, keyword }));
    },

    async userBalanceDetailExport({ userId, datetime: time, order_type: order }, { operator, ip }) {
      const rows = await streamDetails(db, lists, { userId, time, order });
      if (!rows) throw refuse('该用户不存在');
      await recordTrail(db, operatorActor(operator, ip), { action: '导出', object: `balances/${userId}`, after: { time, order } });
      return xlsxOf('余额明细', detailColumns, rows);
    },
  };
}

// The lists' columns in their order (screens, 用户余额查询 and 余额明细).
const balanceColumns: ExportColumn<ListedBalance>[] = [
  { header: '名称', width: 36, cell: (row) => balanceRowOf(row).name },
  { header: '手机号', cell: ({ mobile }) => mobile },
  { header: '类型', width: 8, cell: ({ type }) => userType.label(type) },
  { header: '合同赠送', width: 12, cell: ({ contract }) => Number(contract) },
  { header: '测试赠送', width: 12, cell: ({ test }) => Number(test) },
  { header: '充值赠送', width: 12, cell: ({ recharge }) => Number(recharge) },
  { header: '其他赠送', width: 12, cell: ({ other }) => Number(other) },
  { header: '剩余积分', width: 12, cell: ({ points }) => Number(points) },
];
const detailColumns: ExportColumn<BalanceDetail>[] = [
  { header: '订单号', width: 28, cell: ({ orderNo }) => orderNo },
  { header: '业务类型', width: 16, cell: ({ business }) => businessType.label(business) },
  { header: '类型', width: 8, cell: ({ order }) => orderType.label(order) },
  { header: '时间', cell: ({ at }) => formatTime(at) },
  { header: '积分', width: 12, cell: ({ points }) => points },
];
