import { lazy, Suspense } from 'react';
import { viewLists } from '../../../../contract/console/view-lists.ts';
import { viewScope } from '../../../../domain/business/codes/views.ts';
import { useOperator } from '../../session/operator.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Popup } from '../../ui/popup.tsx';
import { useViewMenu, type ViewMenuProps } from './use-view-menu.ts';
import { ViewActions, ViewChoices } from './view-panel.tsx';
import './views.css';

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }));
const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog }));

/** The views of a list: the current one, the others, and the acts on them. */
export function ViewMenu(props: ViewMenuProps) {
  const { list, views, view, isChanged, open } = props;
  const { uid } = useOperator();
  const menu = useViewMenu(props);
  const canPin = viewLists[list].page !== '';
  const name = view?.name ?? '全部';
  return (
    <span className="views">
      <Popup
        className="view-button"
        align="left"
        panelClassName="view-panel"
        title={`视图：${name}${isChanged ? '（已修改）' : ''}`}
        label={
          <>
            <Icon name="view" />
            <span className="view-current">{name}</span>
            {isChanged && <span className="view-dot" />}
            <Icon name="down" />
          </>
        }
      >
        {(close) => (
          <>
            <ViewChoices views={views} current={view?.id} uid={uid} choose={(id) => (close(), open(id))} />
            <ViewActions view={view} isChanged={isChanged} canPin={canPin} act={(kind) => (close(), menu.act(kind))} />
          </>
        )}
      </Popup>
      {isChanged && (
        <span className="view-changed">
          {view?.editable === 1 && <Word text="更新" act={() => menu.act('update')} />}
          <Word text={view ? '另存为' : '保存视图'} act={() => menu.act('saveAs')} />
          {view && <Word text="还原" act={menu.revert} />}
        </span>
      )}
      <Suspense>
        {(menu.asking === 'save' || menu.asking === 'rename') && (
          <ViewDialog
            title={menu.asking === 'rename' ? '重命名视图' : view ? '另存为视图' : '保存视图'}
            name={menu.asking === 'rename' ? name : ''}
            isNew={menu.asking === 'save'}
            canPin={canPin}
            submit={menu.submit}
            close={menu.stop}
          />
        )}
        {menu.asking === 'delete' && view && (
          <ConfirmDialog
            title="删除视图"
            verb="删除"
            text={`确定删除视图「${name}」吗？${viewScope.is(view.scope, 'role') ? `角色「${view.position}」的其他人也将看不到它。` : ''}`}
            isDanger
            confirm={menu.remove}
            cancel={menu.stop}
          />
        )}
      </Suspense>
    </span>
  );
}

function Word({ text, act }: { text: string; act: () => void }) {
  return (
    <button type="button" className="link" onClick={act}>
      {text}
    </button>
  );
}
