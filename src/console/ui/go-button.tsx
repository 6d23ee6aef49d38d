import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { GuardedButton } from './guarded-button.tsx';

interface Props {
  /** A page of the console. */
  readonly to: string;
  readonly isPrimary?: boolean;
  readonly children: ReactNode;
}

/** A button that leads to a page: what begins or leaves a piece of work, where a link would only show another place. */
export function GoButton({ to, isPrimary = false, children }: Props) {
  const navigate = useNavigate();
  return (
    <GuardedButton className={isPrimary ? 'btn btn-primary' : 'btn'} onClick={() => void navigate(to)}>
      {children}
    </GuardedButton>
  );
}
