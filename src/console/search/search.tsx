import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Permission } from '../../domain/access/access.ts';
import { useOperator } from '../session/operator.tsx';
import { Icon } from '../ui/icons.tsx';
import { askedAct, inHand, type Act, type InHand } from './in-hand.ts';
import { Palette, type PaletteField } from './palette.tsx';
import { announcePalette, loadFound } from './use-search-keys.ts';

const PaletteFound = lazy(async () => ({ default: (await loadFound()).PaletteFound }));

type InHandUser = NonNullable<InHand['user']>;

/** An act on a kind of record that another resource brings along, as a dialog over whatever screen shows it. */
export interface RecordAct {
  readonly label: string;
  readonly permission: Permission;
  readonly Dialog: ComponentType<{ readonly user: InHandUser; readonly close: () => void }>;
}

interface Props {
  readonly recordActs: readonly RecordAct[];
  /** Who works here is known; the field takes what is typed before that. */
  readonly isKnown: boolean;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/** An act of a record that was asked for, in its dialog. */
interface Asked {
  readonly act: RecordAct;
  readonly user: InHandUser;
}

/** The one search in the top bar. Its field stands at once; what answers comes when the keys or the pointer announce it. */
export function Search({ recordActs, isKnown, isOpen, setOpen }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setOpen(false);
  return (
    <>
      {isKnown && <SearchButton recordActs={recordActs} ask={setAsked} open={() => setOpen(true)} />}
      {isOpen && (
        <Palette close={close}>
          {(field) => (
            <Suspense fallback={<Waiting />}>
              {isKnown ? <Found recordActs={recordActs} ask={setAsked} field={field} close={close} /> : <Waiting />}
            </Suspense>
          )}
        </Palette>
      )}
      <Suspense>{asked && <asked.act.Dialog user={asked.user} close={() => setAsked(undefined)} />}</Suspense>
    </>
  );
}

/** As high as a few lines: the box grows once. */
function Waiting() {
  return <div className="palette-list palette-waiting" aria-busy="true" />;
}

interface ActProps {
  readonly recordActs: readonly RecordAct[];
  readonly ask: (asked: Asked) => void;
}

function SearchButton({ recordActs, ask, open }: ActProps & { readonly open: () => void }) {
  useAskedAct(useActs({ recordActs, ask }));
  return (
    <button
      type="button"
      className="top-search"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onPointerEnter={announcePalette}
      onClick={open}
    >
      <Icon name="search" />
      <span>搜索编号、手机号、名称</span>
      <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}

function Found({ recordActs, ask, field, close }: ActProps & { readonly field: PaletteField; readonly close: () => void }) {
  return <PaletteFound field={field} acts={useActs({ recordActs, ask })} close={close} />;
}

/** What can be done with the record in hand: what its screen offers, and what other resources bring along. */
function useActs({ recordActs, ask }: ActProps): readonly Act[] {
  const { can } = useOperator();
  const record = useSyncExternalStore(inHand.subscribe, inHand.current);
  const user = record?.user;
  const added = user ? recordActs.filter(({ permission }) => can(permission)) : [];
  return [...(record?.acts ?? []), ...added.map((act) => ({ label: act.label, run: () => user && ask({ act, user }) }))];
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
