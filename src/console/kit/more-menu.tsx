import type { ReactNode } from 'react';
import { Popup } from './popup.tsx';

/** 更多: what does not fit beside the first actions. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Popup label="更多" className="link" panelClassName="more">
      {() => children}
    </Popup>
  );
}
