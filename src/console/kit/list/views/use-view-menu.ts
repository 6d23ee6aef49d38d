import { useState } from 'react';
import type { ViewListName } from '../../../../contract/console/view-lists.ts';
import type { ViewRow } from '../../../../contract/console/views.ts';
import { listDensity, viewScope } from '../../../../domain/business/codes/views.ts';
import { copyText } from '../../ui/copy-button.tsx';
import type { ListLayout } from '../layout/use-layout.ts';
import { useViewActs } from './use-view-acts.ts';
import type { ViewForm, ViewSent } from './view-form.tsx';
import type { ViewAct } from './view-panel.tsx';

export interface ViewMenuProps {
  readonly list: ViewListName;
  readonly views: readonly ViewRow[];
  readonly view: ViewRow | undefined;
  /** The screen differs from the view, or from the plain list. */
  readonly isChanged: boolean;
  /** The current filters. */
  readonly filters: Readonly<Record<string, string>>;
  readonly layout: Pick<ListLayout<never>, 'viewColumns' | 'density' | 'reset'>;
  readonly open: (id: string | undefined) => void;
  /** Opens the current view or list again with its initial filters. */
  readonly openAnew: () => void;
}

/** The acts of the menu, and the questions before them. */
export function useViewMenu({ list, view, filters, layout, open, openAnew }: ViewMenuProps) {
  const acts = useViewActs();
  const [asking, setAsking] = useState<'save' | 'rename' | 'delete'>();
  const shown = {
    filters: JSON.stringify(filters),
    columns: JSON.stringify(layout.viewColumns),
    density: listDensity.code(layout.density),
  };
  const revert = () => {
    layout.reset();
    openAnew();
  };
  const update = async (changed: ViewRow) => {
    const outcome = await acts.save({ id: changed.id, version: changed.version, ...shown });
    if ('id' in outcome) revert();
  };
  const changeOpen = {
    update: (changed: ViewRow) => void update(changed),
    default: (changed: ViewRow) => void acts.setDefault(changed),
    pin: (changed: ViewRow) => void acts.pin(changed),
    share: (changed: ViewRow) => void acts.share(changed),
    copy: ({ id }: ViewRow) => copyText(`${location.origin}${location.pathname}?view=${id}`),
    rename: () => setAsking('rename'),
    delete: () => setAsking('delete'),
  };
  const act = (kind: ViewAct) => {
    if (kind === 'saveAs') setAsking('save');
    else if (view) changeOpen[kind](view);
  };
  const saveAs = async ({ name, scope, isDefault, isPinned }: ViewForm): Promise<ViewSent> => {
    const outcome = await acts.save({ list, name, scope: viewScope.code(scope), pinned: isPinned ? 1 : 0, ...shown });
    if ('faults' in outcome) return outcome.faults['name'] ?? '';
    if (isDefault) await acts.setDefault({ id: outcome.id, name, is_default: 0 });
    // The changes belong to the new view now; the view that they were made in is restored.
    return () => {
      layout.reset();
      open(outcome.id);
    };
  };
  const rename = async ({ name }: ViewForm): Promise<ViewSent> => {
    const outcome = await acts.save({ id: view?.id, name });
    return 'faults' in outcome ? (outcome.faults['name'] ?? '') : () => undefined;
  };
  const remove = async () => {
    setAsking(undefined);
    if (view && 'id' in (await acts.remove(view))) open(undefined);
  };
  return {
    act,
    asking,
    revert,
    submit: asking === 'rename' ? rename : saveAs,
    remove: () => void remove(),
    stop: () => setAsking(undefined),
  };
}
