import type { ReactNode } from 'react';
import { Popup } from '../ui/popup.tsx';

/** 更多: a menu for the actions that do not fit beside the first ones. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Popup label="更多" className="link" panelClassName="more">
      {(close) => (
        // The children are buttons and links; this click only closes the menu after them.
        <div className="more-items" onClick={close}>
          {children}
        </div>
      )}
    </Popup>
  );
}
