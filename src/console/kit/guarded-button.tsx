import { useEffect, useRef, useState, type ButtonHTMLAttributes, type MouseEvent } from 'react';
import { limits } from '../../domain/limits.ts';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The work that the click began is still going on: disabled, with a spinner of its own. */
  readonly pending?: boolean;
}

/**
 * A button that cannot be clicked twice by accident: disabled for 3000 ms after a click (seed 1, section 9) and while its work goes on.
 * A submit button whose form was refused on the spot (the first faulty field has the focus) is free again at once.
 */
export function GuardedButton({ pending = false, disabled, onClick, children, type = 'button', className = 'btn', ...rest }: Props) {
  const [isGuarded, setGuarded] = useState(false);
  const wasClicked = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = () => {
    wasClicked.current = false;
    setGuarded(false);
  };
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
    <button {...rest} type={type} className={className} disabled={disabled || pending || isGuarded} onClick={guard} aria-busy={pending}>
      {pending && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
