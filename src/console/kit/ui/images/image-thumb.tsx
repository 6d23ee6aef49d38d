import { lazy, Suspense, useState } from 'react';

const ImageDialog = lazy(async () => ({ default: (await import('./image-dialog.tsx')).ImageDialog }));

/** A thumbnail; a click opens the picture in a viewer. */
export function ImageThumb({ src, alt }: { src: string; alt: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="thumb" onClick={() => setOpen(true)} title={`查看${alt}`}>
        <img src={src} alt={alt} loading="lazy" />
      </button>
      {isOpen && (
        <Suspense>
          <ImageDialog images={[{ src, alt }]} first={0} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
