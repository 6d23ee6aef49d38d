import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from './notices.tsx';
import { errorToShow } from '../net/verdict.ts';
import { RetryButton } from './retry-button.tsx';

interface Props<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** What is shown of the data. */
  readonly children: (data: Data) => ReactNode;
}

/** A page of one thing that the server is asked for: it waits, shows the thing, or says why it cannot and lets the operator ask again. */
export function QueryView<Data>({ query: { data, error: failure, refetch }, children }: Props<Data>) {
  const error = errorToShow(failure);
  if (data !== undefined) return children(data);
  if (!error) return <p className="frame-wait" aria-busy="true" />;
  return <Refused error={error} retry={refetch} />;
}

/** What stands where a page would: why it cannot be shown, and the way to ask again. */
export function Refused({ error, retry }: { readonly error: Error; readonly retry: () => unknown }) {
  return <Notice title={error.message} action={<RetryButton retry={retry} />} />;
}
