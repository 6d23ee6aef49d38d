import type { ReactNode } from 'react';
import { GoButton } from '../../kit/ui/go-button.tsx';
import { listAddress } from '../../kit/list/list-position.ts';
import '../../kit/form/form.css';

/** Shown instead of a form that would be refused: the reason, and what can be read. */
export function LockedPage({ title, reason, backTo, children }: { title: string; reason: string; backTo: string; children?: ReactNode }) {
  return (
    <section className="form-page" aria-label={title}>
      <p className="form-lost" role="status">
        {reason}
      </p>
      {children}
      <div className="form-buttons">
        <GoButton to={listAddress(backTo)}>返回列表</GoButton>
      </div>
    </section>
  );
}
