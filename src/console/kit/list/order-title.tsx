import { Icon } from '../ui/icons.tsx';

/** The alternative order of a list. */
export interface RowOrder {
  readonly field: string;
  /** A short description of the order. */
  readonly label: string;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** A column's title that switches the order of the rows. */
export function OrderTitle({ title, order }: { title: string; order: RowOrder }) {
  return (
    <button
      type="button"
      className="order-title"
      aria-pressed={order.isOn}
      title={order.isOn ? '恢复默认排序' : order.label}
      onClick={order.toggle}
    >
      {title}
      <Icon name="order" />
    </button>
  );
}
