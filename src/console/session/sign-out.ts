import { useQueryClient } from '@tanstack/react-query';
import { get } from '../net/call.ts';
import { draftsDropped, dropDrafts } from '../drafts/drafts.ts';
import { leaveWhenAgreed } from '../drafts/leaving.ts';
import { currentToken } from './token.ts';
import { leave } from './root-view-port.ts';

/** Ends the operator's own session, and asks before where something unsaved would be lost. */
export function useSignOut(): () => void {
  const cache = useQueryClient();
  const signOut = async () => {
    dropDrafts();
    await draftsDropped(); // while there is a session to do it in
    const token = currentToken();
    // The operator leaves whatever the server says; a token that it did not hear of runs out there by itself.
    await get('/api/user/logout', {}, { quiet: true }).catch(() => undefined);
    cache.clear();
    sessionStorage.clear(); // kept drafts too: he has agreed to leave them
    leave(token);
  };
  return () => leaveWhenAgreed(() => void signOut());
}
