import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { obstacleOf } from './preview-obstacle.ts';
import { PreviewPage, type Shown } from './preview-page.tsx';
import { nextZoom, type Zoom, zooms } from './zoom.ts';

/** `/mobile/previewImg/{fileUrl}`: the image of a captured page. */
export function PreviewImage() {
  return <PreviewPage show={Picture} />;
}

/** Full width at first; enlarged, it scrolls both ways. Pinching enlarges it too. */
export function Picture({ address, stop }: Shown) {
  useEffect(() => void (document.title = '取证图片'), []);
  const [zoom, setZoom] = useState<Zoom>(1);
  const scroll = useRef<HTMLElement>(null);
  const before = useRef<Zoom>(1);
  // What was in the middle stays there.
  useLayoutEffect(() => {
    const box = scroll.current;
    const grown = zoom / before.current;
    before.current = zoom;
    if (!box || grown === 1) return;
    box.scrollLeft = (box.scrollLeft + box.clientWidth / 2) * grown - box.clientWidth / 2;
    box.scrollTop = (box.scrollTop + box.clientHeight / 2) * grown - box.clientHeight / 2;
  }, [zoom]);
  const explain = async () => {
    const obstacle = await obstacleOf(address, 'gone');
    stop(obstacle === 'picture' ? 'undecodable' : obstacle);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys */}
      <section ref={scroll} className="preview-scroll" aria-label="图片" tabIndex={0}>
        <img
          className="preview-picture"
          style={{ width: `${zoom * 100}%`, maxWidth: `${zoom * 960}px` }}
          src={address}
          alt="取证图片"
          referrerPolicy="no-referrer"
          onError={() => void explain()}
        />
      </section>
      <div className="preview-zoom" role="group" aria-label="缩放">
        <button type="button" aria-label="缩小" disabled={zoom === zooms[0]} onClick={() => setZoom(nextZoom(zoom, -1))}>
          −
        </button>
        <output className="num">{zoom * 100}%</output>
        <button type="button" aria-label="放大" disabled={zoom === zooms.at(-1)} onClick={() => setZoom(nextZoom(zoom, 1))}>
          +
        </button>
      </div>
    </>
  );
}
