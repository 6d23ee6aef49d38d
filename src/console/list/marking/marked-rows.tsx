import { useRef } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Popup } from '../../ui/popup.tsx';
import type { Marked, Marking, RowName } from './use-marked.ts';
import { given } from '../../ui/given-text.tsx';
import { visibleText } from '../../../domain/text/visible-text.ts';
import './marking.css';

interface ToolsProps<Row> {
  readonly marking: Marking<Row>;
  readonly marked: Marked<Row>;
  readonly rowKey: (row: Row) => string;
}

/** The controls above a table with marked rows. */
export function MarkedTools<Row>({ marking, marked, rowKey }: ToolsProps<Row>) {
  return (
    <span className="marked-tools">
      <MarkedRows marked={marked} rowKey={rowKey} nameOf={marking.nameOf} />
      {marking.tools(marked)}
    </span>
  );
}

interface Props<Row> {
  readonly marked: Marked<Row>;
  readonly rowKey: (row: Row) => string;
  readonly nameOf: (row: Row) => RowName;
}

/** 已选 N 份: the names of the marked rows, each with a button that unmarks it. */
function MarkedRows<Row>({ marked, rowKey, nameOf }: Props<Row>) {
  const panel = useRef<HTMLDivElement>(null);
  const { rows, keys, keep } = marked;
  const takeOut = (key: string, at: number) => {
    // The button disappears with its row. The focus moves to its neighbour, or to the opener after the last one.
    const buttons = [...(panel.current?.querySelectorAll<HTMLElement>('.marked-out') ?? [])];
    const opener = panel.current?.closest('.popup')?.querySelector('button');
    (buttons[at + 1] ?? buttons[at - 1] ?? opener)?.focus();
    keep(keys.filter((one) => one !== key));
  };
  return (
    <Popup
      className="marked-count num"
      align="left"
      panelClassName="marked-panel"
      label={
        <>
          <span aria-live="polite">已选 {rows.length} 份</span>
          <Icon name="down" />
        </>
      }
    >
      {(close) => (
        <div ref={panel}>
          {rows.length === 0 && <p className="marked-none">尚未选择</p>}
          <ul aria-label="已选内容">
            {rows.map((row, at) => {
              const { title, note } = nameOf(row);
              return (
                <li key={keys[at]}>
                  <span className="marked-name">
                    <span title={visibleText(title)}>{given(title)}</span>
                    <small className="mono" title={visibleText(note)}>
                      {given(note)}
                    </small>
                  </span>
                  <button
                    type="button"
                    className="tool marked-out"
                    title="移出"
                    aria-label={`移出 ${title} ${note}`}
                    onClick={() => takeOut(rowKey(row), at)}
                  >
                    <Icon name="close" />
                  </button>
                </li>
              );
            })}
          </ul>
          {rows.length > 1 && (
            <button
              type="button"
              className="link"
              onClick={() => {
                keep([]);
                close();
              }}
            >
              全部移出
            </button>
          )}
        </div>
      )}
    </Popup>
  );
}
