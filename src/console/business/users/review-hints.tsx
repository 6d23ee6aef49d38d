import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HintRow } from '../../../contract/console/hints.ts';
import type { UserDetail, UserDetailInfo } from '../../../contract/console/users.ts';
import { get } from '../../kit/net/call.ts';
import { Fault } from '../../kit/ui/fault.tsx';
import { errorToShow } from '../../kit/net/verdict.ts';
import { HintCompare } from './hint-compare.tsx';
import { given } from '../../kit/ui/given-text.tsx';
import './review-hints.css';

const pictureNames: Readonly<Record<string, string>> = {
  author_front: '身份证正面',
  author_back: '身份证反面',
  author_hand: '手持身份证',
  license: '营业执照',
  file: '授权书',
};

/** Findings to check again, each with its rule; they are not verdicts. A hint that names other papers opens them beside these. */
export function ReviewHints({ user, submitted }: { user: UserDetail['userInfo']; submitted: UserDetailInfo }) {
  const [opened, setOpened] = useState<HintRow>();
  const { data, error, refetch } = useReviewHints(submitted.submission_id);
  const shown = errorToShow(error);
  if (shown && !data) return <Fault error={shown} retry={refetch} />;
  return (
    <section className="hints" aria-label="审核提示" aria-busy={!data}>
      <h3>审核提示{data && !data.is_read && <span className="hints-wait">图片读取中</span>}</h3>
      <ul>
        {data?.list.map((hint) => (
          <li key={JSON.stringify(hint)} data-notice={hint.is_notice}>
            <span className="hints-name">
              {hint.name}
              {hint.field !== '' && `（${pictureNames[hint.field] ?? hint.field}）`}
            </span>
            <span>
              {given(hint.text)}
              <small>依据：{hint.rule}</small>
            </span>
            {hint.other_submission_id !== '' && (
              <button type="button" className="link" onClick={() => setOpened(hint)}>
                比对
              </button>
            )}
          </li>
        ))}
      </ul>
      {opened && <HintCompare hint={opened} user={user} submitted={submitted} close={() => setOpened(undefined)} />}
    </section>
  );
}

/** Repeated while the pictures are being read, but not when the window regains the focus. */
function useReviewHints(submissionId: string) {
  return useQuery({
    queryKey: ['/api/ajax/user/hints', submissionId],
    queryFn: ({ signal }) => get('/api/ajax/user/hints', { submission_id: submissionId }, { signal, quiet: true }),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => (state.data && !state.data.is_read ? 3_000 : false),
  });
}
