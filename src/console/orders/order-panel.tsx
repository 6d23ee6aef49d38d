import { LazyPanelDialog } from '../panel/lazy-panel-dialog.tsx';
import type { RowDialog } from '../list/columns.ts';

/** The panel of an order, which has no page of its own. */
export const OrderPanel: RowDialog<{ readonly orderNo: string }> = ({ row, close }) => (
  <LazyPanelDialog title={`订单 ${row.orderNo}`} object={`order/${row.orderNo}`} close={close} />
);

export const ChargePanel: RowDialog<{ readonly order_no: string }> = ({ row, close }) => (
  <LazyPanelDialog title={`订单 ${row.order_no}`} object={`order/${row.order_no}`} close={close} />
);
