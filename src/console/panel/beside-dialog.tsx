import { lazy, Suspense } from 'react';

const PanelDialog = lazy(async () => ({ default: (await import('./panel-dialog.tsx')).PanelDialog }));

interface Props {
  readonly title: string;
  readonly object: string;
  readonly close: () => void;
}

/** What stands beside an object that has a row in a list and no page. */
export function BesideDialog(props: Props) {
  return (
    <Suspense>
      <PanelDialog {...props} />
    </Suspense>
  );
}
