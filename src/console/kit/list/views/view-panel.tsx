import type { ViewRow } from '../../../../contract/console/views.ts';
import { viewScope } from '../../../../domain/business/codes/views.ts';
import { given } from '../../ui/given-text.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';

export type ViewAct = 'update' | 'saveAs' | 'rename' | 'default' | 'pin' | 'share' | 'copy' | 'delete';

interface ChoicesProps {
  readonly views: readonly ViewRow[];
  readonly current: string | undefined;
  readonly uid: string;
  readonly choose: (id: string | undefined) => void;
}

/** The plain list, the operator's own views, and the views shared with their role. */
export function ViewChoices({ views, current, uid, choose }: ChoicesProps) {
  const own = views.filter(({ owner_id }) => owner_id === uid);
  const shared = views.filter(({ owner_id }) => owner_id !== uid);
  const item = (view: ViewRow) => (
    <button
      key={view.id}
      type="button"
      className="view-item"
      aria-current={view.id === current}
      title={view.owner_id === uid ? view.name : `${view.name}\n${view.owner} 共享给 ${view.position}`}
      onClick={() => choose(view.id)}
    >
      <span className="view-check">{view.id === current && <Icon name="check" />}</span>
      <span className="view-label">{given(view.name)}</span>
      {view.owner_id === uid && viewScope.is(view.scope, 'role') && <Mark icon="shared" text="已共享给本角色" />}
      {view.is_default === 1 && <Mark icon="star" text="默认视图" />}
      {view.pinned === 1 && <Mark icon="pin" text="已固定到菜单" />}
    </button>
  );
  return (
    <div className="view-choices">
      <button type="button" className="view-item" aria-current={current === undefined} onClick={() => choose(undefined)}>
        <span className="view-check">{current === undefined && <Icon name="check" />}</span>
        <span className="view-label">全部</span>
      </button>
      {own.length > 0 && <p className="view-caption">我的视图</p>}
      {own.map(item)}
      {shared.length > 0 && <p className="view-caption">共享视图</p>}
      {shared.map(item)}
    </div>
  );
}

function Mark({ icon, text }: { icon: IconName; text: string }) {
  return (
    <span className="view-mark" title={text}>
      <Icon name={icon} />
      <span className="unseen">{text}</span>
    </span>
  );
}

interface ActionsProps {
  readonly view: ViewRow | undefined;
  readonly isChanged: boolean;
  readonly canPin: boolean;
  readonly act: (kind: ViewAct) => void;
}

/** The acts on the current view, or on the plain list. */
export function ViewActions({ view, isChanged, canPin, act }: ActionsProps) {
  const item = (kind: ViewAct, icon: IconName, text: string) => (
    <button key={kind} type="button" className={`view-item view-act-${kind}`} onClick={() => act(kind)}>
      <span className="view-check">
        <Icon name={icon} />
      </span>
      <span className="view-label">{text}</span>
    </button>
  );
  if (!view) return <div className="view-actions">{item('saveAs', 'plus', '保存视图')}</div>;
  const isEditable = view.editable === 1;
  const isShared = viewScope.is(view.scope, 'role');
  return (
    <div className="view-actions">
      {isEditable && isChanged && item('update', 'check', '更新')}
      {item('saveAs', 'plus', '另存为')}
      {isEditable && item('rename', 'edit', '重命名')}
      {item('default', 'star', view.is_default === 1 ? '取消默认' : '设为默认')}
      {canPin && item('pin', 'pin', view.pinned === 1 ? '取消固定' : '固定到菜单')}
      {isEditable && item('share', 'shared', isShared ? '取消共享' : '共享给本角色')}
      {item('copy', 'copy', '复制链接')}
      {isEditable && item('delete', 'trash', '删除')}
    </div>
  );
}
