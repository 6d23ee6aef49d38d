import { useSyncExternalStore } from 'react';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { loading } from '../net/loading.ts';
import { MessageBell } from '../messages/message-bell.tsx';
import { Icon } from '../ui/icons.tsx';
import { Search } from '../search/search.tsx';
import { useSearchKeys } from '../search/use-search-keys.ts';
import { OwnMenu } from './own-menu.tsx';
import { recordActs } from './record-acts.tsx';
import { useSignOut } from '../session/sign-out.ts';

export function Topbar({ realname }: { realname: string | undefined }) {
  const isLoading = useSyncExternalStore(loading.subscribe, loading.isActive);
  const signOut = useSignOut();
  const search = useSearchKeys();
  return (
    <header className="top">
      {isLoading && <span className="top-loading" aria-hidden="true" />}
      <Search recordActs={recordActs} isKnown={realname !== undefined} {...search} />
      {realname !== undefined && <MessageBell />}
      {realname !== undefined && <OwnMenu realname={realname} />}
      <GuardedButton className="top-leave" onClick={signOut}>
        <Icon name="leave" />
        退出登录
      </GuardedButton>
    </header>
  );
}
