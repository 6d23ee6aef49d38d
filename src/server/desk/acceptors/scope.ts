import { isSuper, type Viewer } from '../../platform/http/operator.ts';

/** The operator's own account ID if node 37 restricts them to their own applications; null if they see all. */
export function scopeOf(viewer: Viewer): string | null {
  return viewer.permissions.has('data:own') && !isSuper(viewer) ? viewer.accountId : null;
}
