import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Permission } from '../../../domain/business/access/access.ts';
import { useOperator } from '../session/operator.tsx';
import { Icon } from '../ui/icons.tsx';
import { requestedAct, currentRecord, type Act, type CurrentRecord } from './current-record.ts';
import { Palette, type PaletteField } from './palette.tsx';
import { announcePalette, loadFound } from './use-search-keys.ts';

const PaletteFound = lazy(async () => ({ default: (await loadFound()).PaletteFound }));

type RecordUser = NonNullable<CurrentRecord['user']>;

/** An action of one resource on another's records, as a dialog over whatever screen shows the record. */
export interface RecordAct {
  readonly label: string;
  readonly permission: Permission;
  readonly Dialog: ComponentType<{ readonly user: RecordUser; readonly close: () => void }>;
}

interface Props {
  readonly recordActs: readonly RecordAct[];
  /** Whether the operator is known. The field already takes input before. */
  readonly isKnown: boolean;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/** A requested action on a record, shown in its dialog. */
interface RequestedAct {
  readonly act: RecordAct;
  readonly user: RecordUser;
}

/** The global search in the top bar. Its field is available at once; the list's code loads when a key or the pointer announces its use. */
export function Search({ recordActs, isKnown, isOpen, setOpen }: Props) {
  const [asked, setAsked] = useState<RequestedAct>();
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

/** As high as a few lines, so that the box grows only once. */
function Waiting() {
  return <div className="palette-list palette-waiting" aria-busy="true" />;
}

interface ActProps {
  readonly recordActs: readonly RecordAct[];
  readonly ask: (asked: RequestedAct) => void;
}

function SearchButton({ recordActs, ask, open }: ActProps & { readonly open: () => void }) {
  useRequestedAct(useActs({ recordActs, ask }));
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

/** The actions on the current record: those of its screen, and those of other resources. */
function useActs({ recordActs, ask }: ActProps): readonly Act[] {
  const { can } = useOperator();
  const record = useSyncExternalStore(currentRecord.subscribe, currentRecord.current);
  const user = record?.user;
  const added = user ? recordActs.filter(({ permission }) => can(permission)) : [];
  return [...(record?.acts ?? []), ...added.map((act) => ({ label: act.label, run: () => user && ask({ act, user }) }))];
}

/** Runs the action that the address was opened for, once, as soon as its screen offers it. Other actions are ignored. */
function useRequestedAct(acts: readonly Act[]): void {
  const { pathname, search, state, key } = useLocation();
  const done = useRef('');
  const navigate = useNavigate();
  const wanted = requestedAct(state);
  useEffect(() => {
    const asked = wanted === undefined ? undefined : acts.find(({ label }) => label === wanted);
    if (!asked || done.current === key) return;
    done.current = key;
    void navigate(pathname + search, { replace: true, state: null });
    asked.run();
  });
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
