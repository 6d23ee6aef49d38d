import type { ReactNode } from 'react';
import { Popup } from '../ui/popup.tsx';

/** 更多: what does not fit beside the first actions. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Popup label="更多" className="link" panelClassName="more">
      {(close) => (
        // The actions within are buttons and links; the click only closes the menu behind them.
        <div className="more-items" onClick={close}>
          {children}
        </div>
      )}
    </Popup>
  );
}
