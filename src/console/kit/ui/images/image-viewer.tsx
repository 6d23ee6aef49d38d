import { visibleText } from '../../../../domain/kit/text/visible-text.ts';
import { useEffect, useState, type PointerEvent, type WheelEvent } from 'react';
import { useKeys } from '../../keys/use-keys.ts';
import { Icon, type IconName } from '../icons.tsx';
import './image-viewer.css';

export interface Picture {
  readonly src: string;
  readonly alt: string;
}

interface Props {
  readonly pictures: readonly Picture[] | undefined;
  readonly first?: number;
  /** False where ←/→ move between more than these pictures. */
  readonly hasKeys?: boolean;
  readonly seen?: (name: string | undefined) => void;
}

interface View {
  readonly zoom: number;
  readonly turns: number;
  readonly x: number;
  readonly y: number;
}

const wholeView: View = { zoom: 1, turns: 0, x: 0, y: 0 };
const zoomStep = 1.25;
const zoomLimits = [0.25, 8] as const;

/**
 * Shows pictures one at a time: zoom by wheel, rotate, drag, next and previous (←/→ unless a field is being typed in).
 * @param pictures undefined while they are not known yet.
 * @param seen called with the name of each picture that comes into view.
 */
export function ImageViewer({ pictures: known, first = 0, hasKeys = true, seen }: Props) {
  const [at, setAt] = useState(first);
  const [view, setView] = useState(wholeView);
  const pictures = known ?? [];
  const picture = pictures[Math.min(at, pictures.length - 1)];

  const name = picture?.alt;
  useEffect(() => seen?.(name), [seen, name]);
  const show = (target: number) => {
    setAt((target + pictures.length) % pictures.length);
    setView(wholeView);
  };
  const zoom = (factor: number) =>
    setView((before) => ({ ...before, zoom: Math.min(zoomLimits[1], Math.max(zoomLimits[0], before.zoom * factor)) }));
  useTurningKeys(hasKeys, (by) => show(at + by));

  if (!known)
    return (
      <div className="viewer viewer-empty" aria-busy="true">
        正在载入图片……
      </div>
    );
  if (!picture) return <div className="viewer viewer-empty">没有提交图片</div>;
  const tool = (name: string, icon: IconName, run: () => void) => (
    <button type="button" onClick={run} title={name} aria-label={name.split('（')[0]}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="viewer">
      <div
        className="viewer-stage"
        onWheel={(event: WheelEvent) => zoom(event.deltaY < 0 ? zoomStep : 1 / zoomStep)}
        onDoubleClick={() => (view.zoom === 1 ? zoom(2) : setView(wholeView))}
        onPointerMove={(event: PointerEvent) =>
          event.buttons === 1 && setView((before) => ({ ...before, x: before.x + event.movementX, y: before.y + event.movementY }))
        }
      >
        <img
          key={picture.src}
          src={picture.src}
          alt={visibleText(picture.alt)}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom}) rotate(${view.turns * 90}deg)` }}
        />
      </div>
      <div className="viewer-tools">
        <span className="viewer-name num">
          {picture.alt} {pictures.length > 1 && `${Math.min(at, pictures.length - 1) + 1}/${pictures.length}`}
        </span>
        {pictures.length > 1 && tool('上一张（←）', 'previous', () => show(at - 1))}
        {pictures.length > 1 && tool('下一张（→）', 'next', () => show(at + 1))}
        {tool('缩小', 'zoomOut', () => zoom(1 / zoomStep))}
        {tool('放大', 'zoomIn', () => zoom(zoomStep))}
        {tool('旋转', 'turn', () => setView((before) => ({ ...before, turns: before.turns - 1 })))}
        {tool('还原', 'fit', () => setView(wholeView))}
      </div>
      {pictures.length > 1 && (
        <div className="viewer-strip">
          {pictures.map((item, index) => (
            <button
              key={item.alt}
              type="button"
              onClick={() => show(index)}
              aria-current={index === at}
              title={visibleText(item.alt)}
              aria-label={visibleText(`查看${item.alt}`)}
            >
              <img src={item.src} alt="" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function useTurningKeys(isOn: boolean, turn: (by: number) => void): void {
  const keys = [
    { key: 'ArrowLeft', act: '上一张', run: () => turn(-1) },
    { key: 'ArrowRight', act: '下一张', run: () => turn(1) },
  ];
  useKeys({ name: '图片', keys: isOn ? keys : [] });
}
