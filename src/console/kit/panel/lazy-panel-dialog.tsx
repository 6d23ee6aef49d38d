import { lazy, Suspense } from 'react';

const PanelDialog = lazy(async () => ({ default: (await import('./panel-dialog.tsx')).PanelDialog }));

interface Props {
  readonly title: string;
  readonly object: string;
  readonly close: () => void;
}

/** The panel of an object that has a row in a list but no page. */
export function LazyPanelDialog(props: Props) {
  return (
    <Suspense>
      <PanelDialog {...props} />
    </Suspense>
  );
}
