import { type QueryKey, useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { queueNeeds } from '../../../domain/business/access/queue-access.ts';
import type { QueueKind } from '../../../domain/business/codes/queues.ts';
import { type ReviewChoice, reviewChoice } from '../../../domain/business/codes/users.ts';
import { errorToShow } from '../net/verdict.ts';
import { useOperator } from '../session/operator.tsx';
import { Fault } from '../ui/fault.tsx';
import type { Picture } from '../ui/images/image-viewer.tsx';
import { Forbidden } from '../ui/notices.tsx';
import { Refused } from '../ui/query-view.tsx';
import { QueueBar } from './queue-bar.tsx';
import { QueueEnd } from './queue-end.tsx';
import { useClaimedCases } from './use-claimed-cases.ts';
import { useQueueStatus } from './use-queue-status.ts';
import '../review/review.css';
import './queue.css';

/** Props of a queue's decision component. */
export interface CaseDecisionProps<Case> {
  readonly detail: Case | undefined;
  /** Why this operator cannot decide it any more; empty while they can. */
  readonly lost: string;
  /** Call after the decision; shows the next case. */
  readonly decided: () => void;
  /** Undefined while there is no other case. */
  readonly skip: (() => void) | undefined;
}

/** The description of a queue: how a case is fetched, what is compared, and how it is decided. */
export interface QueueSpec<Case> {
  readonly kind: QueueKind;
  readonly query: (id: string) => { readonly queryKey: QueryKey; readonly queryFn: (given: { signal: AbortSignal }) => Promise<Case> };
  /** Preloaded with the next case. */
  readonly pictures?: (detail: Case) => readonly Picture[];
  /** What ← and → move between; by default the pictures. */
  readonly arrows?: string;
  /** Names of the choices instead of 通过 and 不通过. */
  readonly choices?: Readonly<Record<ReviewChoice, string>>;
  /** Left side. */
  readonly Subject: ComponentType<{ readonly detail: Case | undefined }>;
  /** Right side. */
  readonly Decision: ComponentType<CaseDecisionProps<Case>>;
}

/** Makes the screen's component from its description. */
export function queueScreen<Case>(spec: QueueSpec<Case>): ComponentType {
  return function DeclaredQueue() {
    const { can } = useOperator();
    return queueNeeds(spec.kind).every((permission) => can(permission)) ? <QueueScreen spec={spec} /> : <Forbidden />;
  };
}

/** The case on the left, the decision on the right. After a decision follows the next case, which was claimed and fetched before. */
function QueueScreen<Case>({ spec }: { spec: QueueSpec<Case> }) {
  const claimed = useClaimedCases(spec.kind);
  const { current, upcoming } = claimed;
  const { status, updatedAt } = useQueueStatus(spec.kind, current ?? undefined);
  const [done, setDone] = useState(0);
  const query = useQuery({ ...caseQuery(spec, current), enabled: typeof current === 'string' });
  const { data: next } = useQuery({ ...caseQuery(spec, upcoming), enabled: typeof upcoming === 'string' });
  usePreloaded(next === undefined ? [] : (spec.pictures?.(next) ?? []));
  useCheckAgain(claimed, status?.count ?? 0, updatedAt);

  const decided = () => {
    setDone(done + 1);
    claimed.decided();
  };
  const skip = typeof upcoming === 'string' ? claimed.skip : undefined;
  const refused = errorToShow(claimed.error ?? null);
  if (refused) return <Refused error={refused} retry={claimed.checkAgain} />;
  if (current === null) return <QueueEnd kind={spec.kind} done={done} others={status?.others ?? []} checkAgain={claimed.checkAgain} />;
  const failure = errorToShow(query.error);
  return (
    <section className="queue">
      <QueueBar kind={spec.kind} status={status} done={done} />
      <div className="queue-body" key={current}>
        <div className="queue-case" role="region" aria-label="待审材料" tabIndex={0} aria-busy={query.data === undefined}>
          {failure && !query.data ? <Fault error={failure} retry={() => void query.refetch()} /> : <spec.Subject detail={query.data} />}
        </div>
        <aside className="queue-side" aria-label="审核" tabIndex={-1} ref={focus}>
          <spec.Decision detail={query.data} lost={claimed.lost} decided={decided} skip={skip} />
          <QueueKeys
            choices={spec.choices}
            arrows={spec.arrows ?? (query.data && spec.pictures?.(query.data).length ? '图片' : undefined)}
          />
        </aside>
      </div>
    </section>
  );
}

/** Each new case moves the focus to its decision. */
function focus(side: HTMLElement | null): void {
  side?.focus({ preventScroll: true });
}

/** Each fetch may be a row of the trail, and the links of its pictures are valid for 15 minutes. */
function caseQuery<Case>(spec: QueueSpec<Case>, id: string | null | undefined) {
  return {
    ...spec.query(id ?? ''),
    staleTime: 10 * 60_000,
    refetchInterval: 14 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  } as const;
}

/** Loads and decodes the next case's pictures before they are shown. */
function usePreloaded(pictures: readonly Picture[]): void {
  const addresses = pictures.map(({ src }) => src).join('\n');
  useEffect(() => {
    const images = addresses.split('\n').flatMap((src) => {
      if (src === '') return [];
      const image = new Image();
      image.src = src;
      void image.decode().catch(() => undefined); // the viewer itself reports a failure
      return [image];
    });
    return () => images.splice(0).forEach((image) => image.removeAttribute('src'));
  }, [addresses]);
}

/** Looks for further cases after the end was reached, whenever a new count shows that some wait. */
function useCheckAgain({ current, upcoming, checkAgain }: ReturnType<typeof useClaimedCases>, count: number, updatedAt: number): void {
  useEffect(() => {
    if ((current === null && count > 0) || (typeof current === 'string' && upcoming === null && count > 1)) checkAgain();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per answer
  }, [updatedAt]);
}

interface Props {
  /** Names of the choices, if they differ from the usual ones. */
  readonly choices?: Readonly<Record<ReviewChoice, string>> | undefined;
  /** What ← and → move between; undefined if nothing. */
  readonly arrows: string | undefined;
}

/** A line with the keys of this screen. */
function QueueKeys({ choices, arrows }: Props) {
  const word = (choice: ReviewChoice) => choices?.[choice] ?? reviewChoice.label(choice);
  const keys = [
    { key: '1', act: word('approve') },
    { key: '2', act: word('reject') },
    { key: 'Alt+1…', act: '常用语' },
    { key: 'Ctrl+Enter', act: '确定' },
    { key: 'N', act: '跳过' },
    ...(arrows === undefined ? [] : [{ key: '← →', act: arrows }]),
  ];
  return (
    <ul className="queue-keys" aria-label="快捷键">
      {keys.map(({ key, act }) => (
        <li key={key}>
          <kbd>{key}</kbd> {act}
        </li>
      ))}
    </ul>
  );
}
