import type { NotaryClient } from '../client.ts';

import type { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** Owner of the new evidence: the named user, or the enterprise of the client. @throws UsageError if a platform client names nobody. */
export async function resolveOwner(
  client: Pick<NotaryClient, 'getMe'>,
  { userId }: Pick<Settings, 'userId'>,
  given: string | undefined,
): Promise<string> {
  const named = given ?? userId;
  if (named !== undefined) return named;
  const { user_id: own } = await client.getMe();
  if (own === null) throw new UsageError('a platform client acts for a user: say --user ID, or set NOTARY_USER_ID');
  return own;
}
