import { useCallback, useEffect, useRef, useState, type ButtonHTMLAttributes, type MouseEvent } from 'react';
import { limits } from '../../domain/codes/limits.ts';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The work that the click began is still going on: disabled, with a spinner of its own. */
  readonly pending?: boolean;
  /** Whenever this changes the button is free again: a filter was changed, a form was refused. */
  readonly freedBy?: unknown;
  /** Milliseconds that are left of a click on what stood here before. */
  readonly guardedForMs?: number;
}

/**
 * A button that cannot be clicked twice by accident: disabled for 3000 ms after a click (seed 1, section 9) and while its work goes on.
 * A submit button whose form was refused on the spot (the first faulty field has the focus) is free again at once.
 */
export function GuardedButton({
  pending = false,
  freedBy,
  guardedForMs = 0,
  disabled,
  onClick,
  children,
  type = 'button',
  className = 'btn',
  ...rest
}: Props) {
  const [isGuarded, setGuarded] = useState(guardedForMs > 0);
  const wasClicked = useRef(guardedForMs > 0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    wasClicked.current = false;
    setGuarded(false);
  }, []);
  const [leftMs] = useState(guardedForMs);
  useEffect(() => {
    if (leftMs > 0) timer.current = setTimeout(release, leftMs);
    return () => clearTimeout(timer.current);
  }, [leftMs, release]);
  const freed = useRef(freedBy);
  useEffect(() => {
    if (freed.current === freedBy) return;
    freed.current = freedBy;
    release();
  }, [freedBy, release]);
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (wasClicked.current) {
      event.preventDefault(); // the second click of a double click may come before the button is seen to be disabled
      return;
    }
    wasClicked.current = true;
    onClick?.(event);
    const form = type === 'submit' ? event.currentTarget.form : null;
    // Disabled after the click's own work: a button that is disabled at once does not submit its form.
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
    // oxlint-disable-next-line react/button-has-type -- the caller's type, `button` unless given
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
