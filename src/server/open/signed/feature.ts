import type { Database } from '../../platform/db/database.ts';
import { forgetNonces } from './store.ts';

/** The signed API's own job; its calls belong to other features. */
export function signed({ db }: { readonly db: Database }) {
  return { jobs: [{ name: 'forgetting nonces', everyMs: 60_000, run: () => forgetNonces(db, new Date()) }] };
}
