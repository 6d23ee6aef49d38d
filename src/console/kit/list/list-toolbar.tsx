import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { encodeForm } from '../../../contract/wire.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { Icon } from '../ui/icons.tsx';
import { GoButton } from '../ui/go-button.tsx';
import { useKeyHint } from '../keys/use-key-hint.ts';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { downloadByFrame } from '../net/hidden-frame.ts';
import { LayoutPanel } from './layout/layout-panel.tsx';
import type { ListLayout } from './layout/use-layout.ts';
import { Popup } from '../ui/popup.tsx';
import type { Fields } from '../net/request.ts';

interface Props<Row> {
  /** The actions on marked rows. */
  readonly batch: ReactNode;
  /** A line about the list as a whole. */
  readonly lead?: ReactNode;
  /** Text about all matching rows; undefined before the first answer. */
  readonly totals: string | undefined;
  /** The list's own controls, after the common ones. */
  readonly tools: ReactNode;
  /** When the rows were fetched, in milliseconds since 1970; 0 before the first answer. */
  readonly updatedAt: number;
  readonly layout: ListLayout<Row>;
  /** The menu of the list's views. */
  readonly views: ReactNode;
  readonly isFetching: boolean;
  readonly refresh: () => void;
  /** Each of these is undefined without its permission. */
  readonly add: { readonly label: string; readonly way: string | (() => void) } | undefined;
  readonly aside: { readonly label: string; readonly to: string } | undefined;
  readonly exportTo: { readonly path: string; readonly fields: Fields } | undefined;
}

/** The bar above the table: age of the rows, refresh, columns and density, export, and adding a row. */
export function ListToolbar<Row>({
  batch,
  lead,
  totals,
  tools,
  updatedAt,
  layout,
  views,
  isFetching,
  refresh,
  add,
  aside,
  exportTo,
}: Props<Row>) {
  const hint = useKeyHint();
  return (
    <div className="list-tools">
      {views}
      {batch}
      {totals !== undefined && <span className="list-totals">{totals}</span>}
      <span className="list-fresh num">{updatedAt > 0 && `更新于 ${formatTime(new Date(updatedAt)).slice(11)}`}</span>
      {lead}
      <GuardedButton
        className="tool"
        onClick={refresh}
        data-key="r"
        title={`刷新${hint('R')}`}
        aria-label="刷新"
        aria-keyshortcuts="r"
        aria-busy={isFetching}
      >
        <Icon name="refresh" />
      </GuardedButton>
      <Popup className="tool" title="列设置" label={<Icon name="columns" />} panelClassName="list-settings">
        {() => <LayoutPanel layout={layout} />}
      </Popup>
      {aside && (
        <Link className="btn" to={aside.to}>
          {aside.label}
        </Link>
      )}
      {tools}
      {exportTo && (
        <GuardedButton
          className="btn"
          data-key="e"
          title={`导出${hint('E')}`}
          aria-keyshortcuts="e"
          onClick={() => downloadByFrame(`${exportTo.path}?${encodeForm(exportTo.fields)}`)}
        >
          <Icon name="export" />
          导出
        </GuardedButton>
      )}
      {typeof add?.way === 'string' && (
        <GoButton isPrimary to={add.way}>
          {add.label}
        </GoButton>
      )}
      {typeof add?.way === 'function' && (
        <GuardedButton className="btn btn-primary" onClick={add.way}>
          {add.label}
        </GuardedButton>
      )}
    </div>
  );
}
