import { listDensity } from '../../../../domain/business/codes/views.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { shownWidth, type ListLayout } from './use-layout.ts';

/** Row height and columns: which are shown, their order and width. Offers by keyboard what the pointer does at the titles. */
export function LayoutPanel<Row>({ layout }: { layout: ListLayout<Row> }) {
  const movable = layout.arranged.filter(({ isFixed }) => !isFixed).map(({ column }) => column.title);
  return (
    <>
      <fieldset className="density">
        <legend>行高</legend>
        {listDensity.names.map((density) => (
          <label key={density}>
            <input type="radio" name="density" checked={layout.density === density} onChange={() => layout.setDensity(density)} />
            {listDensity.label(density)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>显示的列</legend>
        {layout.arranged.map((one) => {
          const { title, kind } = one.column;
          const at = movable.indexOf(title);
          const [before, after] = [movable[at - 1], at < 0 ? undefined : movable[at + 1]];
          return (
            <div key={title} className="column-row">
              <label>
                <input type="checkbox" checked={one.isShown} disabled={one.isFixed} onChange={() => layout.toggle(title)} />
                <span title={title}>{title}</span>
              </label>
              {!one.isFixed && (
                <>
                  <Tool
                    icon="up"
                    label={`${title}前移`}
                    act={before === undefined ? undefined : () => layout.move(title, before, 'before')}
                  />
                  <Tool
                    icon="down"
                    label={`${title}后移`}
                    act={after === undefined ? undefined : () => layout.move(title, after, 'after')}
                  />
                </>
              )}
              {kind !== 'actions' && (
                <>
                  <Tool icon="minus" label={`${title}变窄`} act={() => layout.resize(title, shownWidth(one) - widthStep)} />
                  <Tool icon="plus" label={`${title}变宽`} act={() => layout.resize(title, shownWidth(one) + widthStep)} />
                </>
              )}
            </div>
          );
        })}
      </fieldset>
      <button type="button" className="link" disabled={!layout.isChanged} onClick={layout.reset}>
        恢复默认
      </button>
    </>
  );
}

const widthStep = 24;

function Tool({ icon, label, act }: { icon: IconName; label: string; act: (() => void) | undefined }) {
  return (
    <button type="button" className="tool" title={label} aria-label={label} disabled={!act} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}
