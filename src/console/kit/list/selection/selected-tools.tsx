import { useRef } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Popup } from '../../ui/popup.tsx';
import type { SelectedRows, Selectable, RowName } from './use-selected-rows.ts';
import { given } from '../../ui/given-text.tsx';
import { visibleText } from '../../../../domain/kit/text/visible-text.ts';
import './selection.css';

interface ToolsProps<Row> {
  readonly selectable: Selectable<Row>;
  readonly selected: SelectedRows<Row>;
  readonly rowKey: (row: Row) => string;
}

/** The controls above a table with selected rows. */
export function SelectedTools<Row>({ selectable, selected, rowKey }: ToolsProps<Row>) {
  return (
    <span className="selected-tools">
      <SelectedNames selected={selected} rowKey={rowKey} nameOf={selectable.nameOf} />
      {selectable.tools(selected)}
    </span>
  );
}

interface Props<Row> {
  readonly selected: SelectedRows<Row>;
  readonly rowKey: (row: Row) => string;
  readonly nameOf: (row: Row) => RowName;
}

/** 已选 N 份: the names of the selected rows, each with a button that deselects it. */
function SelectedNames<Row>({ selected, rowKey, nameOf }: Props<Row>) {
  const panel = useRef<HTMLDivElement>(null);
  const { rows, keys, keep } = selected;
  const takeOut = (key: string, at: number) => {
    // The button disappears with its row. The focus moves to its neighbour, or to the opener after the last one.
    const buttons = [...(panel.current?.querySelectorAll<HTMLElement>('.selected-out') ?? [])];
    const opener = panel.current?.closest('.popup')?.querySelector('button');
    (buttons[at + 1] ?? buttons[at - 1] ?? opener)?.focus();
    keep(keys.filter((one) => one !== key));
  };
  return (
    <Popup
      className="selected-count num"
      align="left"
      panelClassName="selected-panel"
      label={
        <>
          <span aria-live="polite">已选 {rows.length} 份</span>
          <Icon name="down" />
        </>
      }
    >
      {(close) => (
        <div ref={panel}>
          {rows.length === 0 && <p className="selected-none">尚未选择</p>}
          <ul aria-label="已选内容">
            {rows.map((row, at) => {
              const { title, note } = nameOf(row);
              return (
                <li key={keys[at]}>
                  <span className="selected-name">
                    <span title={visibleText(title)}>{given(title)}</span>
                    <small className="mono" title={visibleText(note)}>
                      {given(note)}
                    </small>
                  </span>
                  <button
                    type="button"
                    className="tool selected-out"
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
