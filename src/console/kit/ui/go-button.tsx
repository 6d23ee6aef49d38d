import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { GuardedButton } from './guarded-button.tsx';

interface Props {
  /** Path of a page of the console. */
  readonly to: string;
  readonly isPrimary?: boolean;
  readonly children: ReactNode;
}

/** A button that leads to a page. For starting or leaving a task; a link is for merely viewing another page. */
export function GoButton({ to, isPrimary = false, children }: Props) {
  const navigate = useNavigate();
  return (
    <GuardedButton className={isPrimary ? 'btn btn-primary' : 'btn'} onClick={() => void navigate(to)}>
      {children}
    </GuardedButton>
  );
}
