import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { visibleText } from '../../../domain/kit/text/visible-text.ts';
import type { Operator } from '../session/operator.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { emptyCell } from '../ui/empty-cell.ts';
import { CutText } from '../ui/full-text/cut-text.tsx';
import { given } from '../ui/given-text.tsx';
import { ImageThumb } from '../ui/images/image-thumb.tsx';
import { Popup } from '../ui/popup.tsx';
import { MiddleShort } from '../ui/text/middle-short.tsx';
import type { Action, Column, RowDialog } from './columns.ts';

type ActionsColumn<Row> = Extract<Column<Row>, { kind: 'actions' }>;

/** One value of a row, rendered by the column's kind; an empty one as ——. */
export function Cell<Row>({
  column,
  row,
  open,
}: {
  column: Exclude<Column<Row>, { kind: 'actions' }>;
  row: Row;
  open: (row: Row, dialog: RowDialog<Row>) => void;
}) {
  if (column.kind === 'image') return column.src(row) === '' ? emptyCell : <ImageThumb src={column.src(row)} alt={column.alt} />;
  const text = column.text(row);
  if (text === '') return emptyCell;
  switch (column.kind) {
    case 'link':
      return column.to(row) === '' ? (
        <CutText text={text} />
      ) : (
        <Link to={column.to(row)} className="cut" data-full={visibleText(text)} data-aside={column.isAside} {...newTab(column.isNewTab)}>
          {given(text)}
        </Link>
      );
    case 'opens':
      return (
        <button type="button" className="link opens" data-full={visibleText(text)} onClick={() => open(row, column.dialog)}>
          {given(text)}
        </button>
      );
    case 'status':
      return <StatusDot tone={column.tone(row)} text={text} note={column.note?.(row)} mark={column.mark?.(row)} />;
    case 'id':
      return (
        <span className="cell-hash" data-full={text}>
          <span>
            <MiddleShort text={text} max={column.chars} />
          </span>
          <CopyButton text={text} />
        </span>
      );
    case 'text':
    case 'ip':
    case 'order':
      return <CutText text={text} />;
    default:
      return given(text);
  }
}

interface Status {
  readonly tone: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly mark?: string | undefined;
}

/** Dot and word, because colour alone must not carry the meaning. A note underlines the word; hover and screen readers reveal it. */
export function StatusDot({ tone, text, note = '', mark = '' }: Status) {
  return (
    <span className="status" data-tone={tone} {...(note === '' ? {} : { title: visibleText(note), 'data-noted': '' })}>
      {note === '' ? given(text) : <span aria-description={visibleText(note)}>{given(text)}</span>}
      {mark !== '' && <small>{mark}</small>}
    </span>
  );
}

/** At most three text actions; further ones are under 更多. */
export function ActionsCell<Row>({
  column,
  row,
  operator,
  open,
}: {
  column: ActionsColumn<Row>;
  row: Row;
  operator: Operator;
  open: (row: Row, dialog: RowDialog<Row>) => void;
}) {
  const actions = column.roleName?.(row) === adminRole ? [] : column.actions(row, operator);
  if (actions.length === 0) return emptyCell;
  const shown = actions.length > shownActions ? actions.slice(0, shownActions - 1) : actions;
  const rest = actions.slice(shown.length);
  const item = (action: Action<Row>, at: number) => (
    // oxlint-disable-next-line react/no-array-index-key -- an action that replaces another, such as 启用 for 禁用, keeps the focus
    <ActionItem key={at} action={action} open={(dialog) => open(row, dialog)} />
  );
  return (
    <span className="actions">
      {shown.map(item)}
      {rest.length > 0 && <MoreMenu>{rest.map(item)}</MoreMenu>}
    </span>
  );
}

const shownActions = 3;
/** spec/console, 2.17: rows of this role have no actions. */
const adminRole = '管理员';

function ActionItem<Row>({ action, open }: { action: Action<Row>; open: (dialog: RowDialog<Row>) => void }) {
  if (action.closed) {
    return (
      <span className="action-closed" role="link" aria-disabled="true" title={action.closed} aria-description={action.closed}>
        {action.label}
      </span>
    );
  }
  if ('to' in action) {
    return (
      <Link to={action.to} {...newTab(action.isNewTab)}>
        {action.label}
      </Link>
    );
  }
  return (
    <button type="button" className="link" onClick={() => ('dialog' in action ? open(action.dialog) : action.run())}>
      {action.label}
    </button>
  );
}

function newTab(isNewTab = false) {
  return isNewTab ? { target: '_blank', rel: 'noreferrer' } : {};
}

/** 更多: a menu for the actions that do not fit beside the first ones. */
function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Popup label="更多" className="link" panelClassName="more">
      {(close) => (
        // The children are buttons and links; this click only closes the menu after them.
        <div className="more-items" onClick={close}>
          {children}
        </div>
      )}
    </Popup>
  );
}
