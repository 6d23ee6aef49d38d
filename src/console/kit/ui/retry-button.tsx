import { useState } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { GuardedButton } from './guarded-button.tsx';

/** Time of the last click on 重试, on the clock of `performance.now`. */
let clickedAtMs = Number.NEGATIVE_INFINITY;

/**
 * 重试: repeats a request. The failed part unmounts during the request and may be back at once, so the 3000 ms count from the click, not
 * from
 * the mount.
 */
export function RetryButton({ retry, label = '重试', isLink = false }: { retry: () => unknown; label?: string; isLink?: boolean }) {
  const [initialGuardMs] = useState(() => Math.max(0, clickedAtMs + limits.buttonGuardMs - performance.now()));
  const click = () => {
    clickedAtMs = performance.now();
    retry();
  };
  return (
    <GuardedButton className={isLink ? 'link' : 'btn'} initialGuardMs={initialGuardMs} onClick={click}>
      {label}
    </GuardedButton>
  );
}
