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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event);
    if (event.defaultPrevented) return;
    const form = event.currentTarget.form;
    // The guard begins after the click's own work: a button disabled at once would not submit its form.
    timer.current = setTimeout(() => {
      if (type === 'submit' && form?.querySelector('[aria-invalid=true]')) return;
      setGuarded(true);
      timer.current = setTimeout(() => setGuarded(false), limits.buttonGuardMs);
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
