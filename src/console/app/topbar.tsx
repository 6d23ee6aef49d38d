import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { get } from '../kit/call.ts';
import { GuardedButton } from '../kit/guarded-button.tsx';
import { loading } from '../kit/loading.ts';
import { Icon } from './icons.tsx';
import { OwnMenu } from './own-menu.tsx';
import { currentToken } from './session.ts';
import { leave } from './stage.ts';

export function Topbar({ realname }: { realname: string | undefined }) {
  const isLoading = useSyncExternalStore(loading.subscribe, loading.isActive);
  const cache = useQueryClient();
  const signOut = async () => {
    const token = currentToken();
    // The operator leaves whatever the server says; a token that it did not hear of runs out there by itself.
    await get('/api/user/logout', {}, { quiet: true }).catch(() => undefined);
    cache.clear();
    leave(token);
  };
  return (
    <header className="top">
      {isLoading && <span className="top-loading" aria-hidden="true" />}
      {realname !== undefined && <OwnMenu realname={realname} />}
      <GuardedButton className="top-leave" onClick={() => void signOut()}>
        <Icon name="leave" />
        退出登录
      </GuardedButton>
    </header>
  );
}
