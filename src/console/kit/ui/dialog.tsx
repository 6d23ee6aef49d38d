import Modal from 'antd/es/modal';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { AntdRoot } from './antd-root.tsx';
import { given } from './given-text.tsx';

interface Props {
  readonly title: ReactNode;
  readonly width?: number | string;
  /** Called for Esc and the cross. Without it, the dialog stays until its work is done. */
  readonly close?: () => void;
  /** The bottom row; null for none. */
  readonly footer?: ReactNode;
  readonly className?: string;
  /** For a dialog that is not nested in the one below it. */
  readonly zIndex?: number;
  /** Called when the dialog is open and focused, unless one of its fields already has the focus. */
  readonly opened?: () => void;
  readonly children: ReactNode;
}

/** An antd dialog in the console's theme. It is open while rendered, and returns the focus when it unmounts. */
export function Dialog({ title, width = 520, close, footer = null, className, zIndex, opened, children }: Props) {
  const before = useReturnedFocus();
  if (!useCommitted()) return null;
  return (
    <AntdRoot>
      <Modal
        open
        centered
        title={given(title)}
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
        {given(children)}
      </Modal>
    </AntdRoot>
  );
}

/**
 * antd records for Esc, while rendering, which dialog is topmost. If React discards such a render, as after suspending, the record stays
 * and Esc reaches no dialog any more. A render from a layout effect is never discarded.
 */
function useCommitted(): boolean {
  const [isCommitted, setCommitted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is intended
  useLayoutEffect(() => setCommitted(true), []);
  return isCommitted;
}

/** Whether a field other than the element `before` the dialog has the focus, so that typing must not be redirected. */
function isInField(before: Element | null): boolean {
  const now = document.activeElement;
  return now !== before && now !== null && now.matches('input, textarea');
}

/**
 * antd returns the focus when a dialog is hidden, but not when it unmounts.
 * @returns the element that had the focus before.
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
