import { viewScope, type ViewScope } from '../../../../domain/business/codes/views.ts';

/** Input for saving a view. */
export interface ViewForm {
  readonly name: string;
  readonly scope: ViewScope;
  readonly isDefault: boolean;
  readonly isPinned: boolean;
}

/** The error of the name, or a function to call after the dialog has closed. */
export type ViewSent = string | (() => void);

interface Props {
  readonly id: string;
  readonly form: ViewForm;
  readonly canPin: boolean;
  readonly change: (part: Partial<ViewForm>) => void;
}

/** Fields of a new view besides its name: who can read it, and where it appears. */
export function NewViewFields({ id, form, canPin, change }: Props) {
  return (
    <>
      <fieldset>
        <legend>可见范围</legend>
        {viewScope.names.map((scope) => (
          <label key={scope}>
            <input type="radio" name={`${id}-scope`} checked={form.scope === scope} onChange={() => change({ scope })} />
            {viewScope.label(scope)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>打开方式</legend>
        <label>
          <input type="checkbox" checked={form.isDefault} onChange={(event) => change({ isDefault: event.target.checked })} />
          设为默认
        </label>
        {canPin && (
          <label>
            <input type="checkbox" checked={form.isPinned} onChange={(event) => change({ isPinned: event.target.checked })} />
            固定到菜单
          </label>
        )}
      </fieldset>
      <p className="view-hint">保存当前的筛选条件、排序、列的宽度与顺序和行高。</p>
    </>
  );
}
