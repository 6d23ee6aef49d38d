import Modal from 'antd/es/modal';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { AntdRoot } from './antd-root.tsx';

interface Props {
  readonly title: ReactNode;
  readonly width?: number | string;
  /** Asked for by Esc and the cross; a dialog without it stays until its work is done. */
  readonly close?: () => void;
  /** The bottom row; none when null. */
  readonly footer?: ReactNode;
  readonly className?: string;
  /** Of a dialog that is not part of the one below it. */
  readonly zIndex?: number;
  /** Called once it stands and has the focus; not when a field of it has been gone to already. */
  readonly opened?: () => void;
  readonly children: ReactNode;
}

/** An antd dialog in our theme; stands as long as it is rendered, and gives the focus back to what had it before. */
export function Dialog({ title, width = 520, close, footer = null, className, zIndex, opened, children }: Props) {
  const before = useReturnedFocus();
  if (!useCommitted()) return null;
  return (
    <AntdRoot>
      <Modal
        open
        centered
        title={title}
        width={width}
        closable={close !== undefined}
        keyboard={close !== undefined}
        {...(close && { onCancel: close })}
        footer={footer}
        className={className}
        {...(zIndex === undefined ? {} : { zIndex })}
        {...(opened && { afterOpenChange: (isOpen: boolean) => isOpen && !isInField(before) && opened() })}
        mask={{ closable: false }}
        transitionName=""
        maskTransitionName=""
      >
        {children}
      </Modal>
    </AntdRoot>
  );
}

/**
 * antd notes for Esc, while it renders, that a dialog is the topmost. React may throw such a render away and begin anew, as it does when
 * something suspended: the note stayed, and Esc reached no dialog any more. What is rendered from a layout effect is never thrown away.
 */
function useCommitted(): boolean {
  const [isCommitted, setCommitted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is what it is for
  useLayoutEffect(() => setCommitted(true), []);
  return isCommitted;
}

/** Whether a field other than the one `before` the dialog has the focus: what is typed must not go on elsewhere. */
function isInField(before: Element | null): boolean {
  const now = document.activeElement;
  return now !== before && now !== null && now.matches('input, textarea');
}

/**
 * antd returns the focus of a dialog that is hidden, not of one that is no longer rendered.
 * @returns what had the focus before.
 */
function useReturnedFocus(): Element | null {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
  return before;
}
