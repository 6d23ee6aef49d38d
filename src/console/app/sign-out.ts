import { useQueryClient } from '@tanstack/react-query';
import { get } from '../kit/call.ts';
import { currentToken } from './session.ts';
import { leave } from './stage.ts';

/** Ends the operator's own session. */
export function useSignOut(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    const token = currentToken();
    // The operator leaves whatever the server says; a token that it did not hear of runs out there by itself.
    await get('/api/user/logout', {}, { quiet: true }).catch(() => undefined);
    cache.clear();
    leave(token);
  };
}
