import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get } from '../net/call.ts';
import { errorToShow } from '../net/verdict.ts';

const path = '/api/ajax/search/find';

/**
 * The records for the typed text. A newer call aborts the previous one, whose results stay until the next answer. `isCurrent` tells whether
 * the results belong to this text.
 */
export function useSearch(typed: string, isComposing: boolean) {
  const text = typed.trim();
  const asked = useSettled(isComposing ? '' : text);
  const isAsked = [...asked].length >= 2;
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    queryKey: [path, asked],
    queryFn: ({ signal }) => get(path, { keyword: asked }, { signal, quiet: true }),
    enabled: isAsked,
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  });
  const isShort = [...text].length < 2;
  return {
    found: isShort ? [] : (data?.list ?? []),
    error: isAsked && !isShort ? errorToShow(error) : null,
    retry: () => void refetch(),
    isCurrent: isShort || (asked === text && !isPlaceholderData && !isFetching),
  };
}

/** The text after a pause in typing; a pasted number at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text.length >= wholeChars ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const restMs = 120;
const wholeChars = 11;
