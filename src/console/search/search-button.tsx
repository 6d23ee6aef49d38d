import { type ComponentType, Suspense, lazy, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Permission } from '../../domain/access/access.ts';
import { useOperator } from '../session/operator.tsx';
import { Icon } from '../ui/icons.tsx';
import { askedAct, inHand, type Act, type InHand } from './in-hand.ts';
import { announcePalette, loadPalette } from './use-search-keys.ts';

const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

/** An act on a kind of record that another resource brings along, as a dialog over whatever screen shows it. */
export interface RecordAct {
  readonly label: string;
  readonly permission: Permission;
  readonly Dialog: ComponentType<{ readonly user: NonNullable<InHand['user']>; readonly close: () => void }>;
}

interface Props {
  readonly recordActs: readonly RecordAct[];
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/** The one search in the top bar. Its chunk comes when the keys or the pointer announce it. */
export function SearchButton({ recordActs, isOpen, setOpen }: Props) {
  const [dialog, setDialog] = useState<{ readonly act: RecordAct; readonly user: NonNullable<InHand['user']> }>();
  const { can } = useOperator();
  const record = useSyncExternalStore(inHand.subscribe, inHand.current);
  const user = record?.user;
  const added = user ? recordActs.filter(({ permission }) => can(permission)) : [];
  const acts: readonly Act[] = [
    ...(record?.acts ?? []),
    ...added.map((act) => ({ label: act.label, run: () => user && setDialog({ act, user }) })),
  ];
  useAskedAct(acts);

  return (
    <>
      <button
        type="button"
        className="top-search"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onPointerEnter={announcePalette}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>搜索编号、手机号、名称</span>
        <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Suspense>
        {isOpen && <Palette acts={acts} close={() => setOpen(false)} />}
        {dialog && <dialog.act.Dialog user={dialog.user} close={() => setDialog(undefined)} />}
      </Suspense>
    </>
  );
}

/** Runs what the address was opened for, once and as soon as its screen offers it; what it does not offer is not done. */
function useAskedAct(acts: readonly Act[]): void {
  const { pathname, search, state, key } = useLocation();
  const done = useRef('');
  const navigate = useNavigate();
  const wanted = askedAct(state);
  useEffect(() => {
    const asked = wanted === undefined ? undefined : acts.find(({ label }) => label === wanted);
    if (!asked || done.current === key) return;
    done.current = key;
    void navigate(pathname + search, { replace: true, state: null });
    asked.run();
  });
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
