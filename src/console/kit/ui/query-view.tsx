import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from './notices.tsx';
import { errorToShow } from '../net/verdict.ts';
import { RetryButton } from './retry-button.tsx';

interface Props<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Renders the data. */
  readonly children: (data: Data) => ReactNode;
}

/** A page with the result of one query: shows that it loads, the result, or the error with a button to try again. */
export function QueryView<Data>({ query: { data, error: failure, refetch }, children }: Props<Data>) {
  const error = errorToShow(failure);
  if (data !== undefined) return children(data);
  if (!error) return <p className="frame-wait" aria-busy="true" />;
  return <Refused error={error} retry={refetch} />;
}

/** Takes the place of a page: the error, and a button to try again. */
export function Refused({ error, retry }: { readonly error: Error; readonly retry: () => unknown }) {
  return <Notice title={error.message} action={<RetryButton retry={retry} />} />;
}
