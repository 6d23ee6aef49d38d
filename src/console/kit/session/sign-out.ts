import { useQueryClient } from '@tanstack/react-query';
import { get } from '../net/call.ts';
import { draftsDropped, dropDrafts } from '../drafts/drafts.ts';
import { leaveWhenAgreed } from '../drafts/leaving.ts';
import { currentToken } from './token.ts';
import { endSession } from './root-view-port.ts';
import { ofTab } from '../storage/storage.ts';

/** Ends the operator's own session; asks first if unsaved input would be lost. */
export function useSignOut(): () => void {
  const cache = useQueryClient();
  const signOut = async () => {
    dropDrafts();
    await draftsDropped(); // while the session is still valid
    const token = currentToken();
    // The sign-out succeeds whatever the server says; a token that it did not learn about expires there.
    await get('/api/user/logout', {}, { quiet: true }).catch(() => undefined);
    cache.clear();
    for (const key of ofTab.keys()) ofTab.removeItem(key); // including stored drafts: the operator agreed to lose them
    endSession(token);
  };
  return () => leaveWhenAgreed(() => void signOut());
}
