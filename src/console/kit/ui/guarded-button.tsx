import { useCallback, useEffect, useRef, useState, type ButtonHTMLAttributes, type MouseEvent } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The work started by the click is not finished: the button is disabled and shows a spinner. */
  readonly pending?: boolean;
  /** Each change enables the button again: a filter was changed, or a form was refused. */
  readonly resetKey?: unknown;
  /** Remaining milliseconds of the guard after a click on a predecessor of this button. */
  readonly initialGuardMs?: number;
}

/**
 * A button that cannot be clicked twice by accident: disabled for 3000 ms after a click (spec/console, 9.4) and while its work goes on. A
 * submit button whose form is immediately found invalid (the first faulty field gets the focus) is enabled again at once.
 */
export function GuardedButton({
  pending = false,
  resetKey,
  initialGuardMs = 0,
  disabled,
  onClick,
  children,
  type = 'button',
  className = 'btn',
  ...rest
}: Props) {
  const [isGuarded, setGuarded] = useState(initialGuardMs > 0);
  const wasClicked = useRef(initialGuardMs > 0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    wasClicked.current = false;
    setGuarded(false);
  }, []);
  const [leftMs] = useState(initialGuardMs);
  useEffect(() => {
    if (leftMs > 0) timer.current = setTimeout(release, leftMs);
    return () => clearTimeout(timer.current);
  }, [leftMs, release]);
  const lastResetKey = useRef(resetKey);
  useEffect(() => {
    if (lastResetKey.current === resetKey) return;
    lastResetKey.current = resetKey;
    release();
  }, [resetKey, release]);
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (wasClicked.current) {
      event.preventDefault(); // the second click of a double click may arrive before the button is rendered as disabled
      return;
    }
    wasClicked.current = true;
    onClick?.(event);
    const form = type === 'submit' ? event.currentTarget.form : null;
    // Disabled only after the click's own work, because a button that is disabled at once does not submit its form.
    timer.current = setTimeout(() => {
      if (form?.querySelector('[aria-invalid=true]')) {
        release();
        return;
      }
      setGuarded(true);
      timer.current = setTimeout(release, limits.buttonGuardMs);
    }, 0);
  };
  return (
    // oxlint-disable-next-line react/button-has-type -- the caller's type; default `button`
    <button
      {...rest}
      type={type}
      className={className}
      disabled={disabled || pending || isGuarded}
      onClick={guard}
      aria-busy={pending || rest['aria-busy']}
    >
      {pending && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
