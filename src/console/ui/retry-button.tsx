import { useState } from 'react';
import { limits } from '../../domain/codes/limits.ts';
import { GuardedButton } from './guarded-button.tsx';

/** When 重试 was last clicked, on the clock of `performance.now`; long ago at first. */
let clickedAtMs = Number.NEGATIVE_INFINITY;

/**
 * 重试: asks the server again. What failed goes while it is asked again and may be back at once; the 3000 ms go on from the click all the
 * same.
 */
export function RetryButton({ retry, label = '重试', isLink = false }: { retry: () => unknown; label?: string; isLink?: boolean }) {
  const [guardedForMs] = useState(() => Math.max(0, clickedAtMs + limits.buttonGuardMs - performance.now()));
  const click = () => {
    clickedAtMs = performance.now();
    retry();
  };
  return (
    <GuardedButton className={isLink ? 'link' : 'btn'} guardedForMs={guardedForMs} onClick={click}>
      {label}
    </GuardedButton>
  );
}
