import { Dialog } from '../ui/dialog.tsx';
import { PanelCard } from './object-panel.tsx';

export function PanelDialog({ title, object, close }: { title: string; object: string; close: () => void }) {
  return (
    <Dialog title={title} width={560} close={close}>
      <PanelCard object={object} />
    </Dialog>
  );
}
