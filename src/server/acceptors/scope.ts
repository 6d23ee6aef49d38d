import { isSuper, type Viewer } from '../http/operator.ts';

/** The account whose applications an operator is narrowed to by node 37: his own; null where he sees all. */
export function scopeOf(viewer: Viewer): string | null {
  return viewer.permissions.has('data:own') && !isSuper(viewer) ? viewer.accountId : null;
}
