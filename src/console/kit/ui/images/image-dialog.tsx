import { Dialog } from '../dialog.tsx';
import { ImageViewer, type Picture } from './image-viewer.tsx';

/** Pictures in a dialog. */
export function ImageDialog({ images, first, close }: { images: readonly Picture[]; first: number; close: () => void }) {
  return (
    <Dialog title={images[first]?.alt ?? '图片'} width="min(1080px, 94vw)" close={close}>
      <div className="image-dialog">
        <ImageViewer pictures={images} first={first} />
      </div>
    </Dialog>
  );
}
