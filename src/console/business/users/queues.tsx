import { useState } from 'react';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { userType, type ReviewChoice } from '../../../domain/business/codes/users.ts';
import type { QueueKind } from '../../../domain/business/codes/queues.ts';
import type { UserDetail } from '../../../contract/console/users.ts';
import { get } from '../../kit/net/call.ts';
import { queueScreen, type CaseDecisionProps } from '../../kit/queue/queue-screen.tsx';
import { useCaseDecision } from '../../kit/queue/use-case-decision.ts';
import { Decision } from '../../kit/review/review-decision.tsx';
import { ImageViewer } from '../../kit/ui/images/image-viewer.tsx';
import { reviewedOf } from './detail-fields.ts';
import { picturesOf, stateOf } from './review-state.ts';
import { reasonRules, sendReview } from './review.ts';
import { ReviewData } from './review-data.tsx';
import { ReviewHints } from './review-hints.tsx';
import { userDetailKey } from './user-query.ts';
import { given } from '../../kit/ui/given-text.tsx';

export const EnterpriseQueue = userQueue('enterprise', false);
export const EnterpriseRepairQueue = userQueue('enterprise-repair', true);
export const IndividualQueue = userQueue('individual', false);
export const IndividualRepairQueue = userQueue('individual-repair', true);

function userQueue(kind: QueueKind, isRepair: boolean) {
  return queueScreen<UserDetail>({
    kind,
    query: (id) => ({
      queryKey: [...userDetailKey, id, 'queue'],
      queryFn: ({ signal }) => get('/api/user/userDetail', { user_id: id }, { signal, quiet: true }),
    }),
    pictures: picturesOf,
    Subject: ({ detail }) => <Submitted detail={detail} isRepair={isRepair} />,
    Decision: (props) => <UserDecision key={props.detail?.userInfo.user_id ?? ''} {...props} isRepair={isRepair} />,
  });
}

/** The submission: its pictures, its data, and the hints. */
function Submitted({ detail, isRepair }: { readonly detail: UserDetail | undefined; readonly isRepair: boolean }) {
  const [inView, setInView] = useState<string>();
  const submitted = detail && reviewedOf(detail).submitted;
  return (
    <>
      <ImageViewer pictures={detail && picturesOf(detail)} seen={setInView} />
      <div className="queue-data">
        <ReviewData {...{ detail, isRepair, inView }} />
        {submitted && <ReviewHints user={detail.userInfo} submitted={submitted} />}
      </div>
    </>
  );
}

/** The user of the case, and the decision. */
function UserDecision({ detail, isRepair, ...caseProps }: CaseDecisionProps<UserDetail> & { readonly isRepair: boolean }) {
  const id = detail?.userInfo.user_id ?? '';
  const decision = useCaseDecision(detail && draftSubject.userReview(id, isRepair), caseProps);
  const { draft, setDraft, stored, pending, question } = decision;
  const decide = (choice: ReviewChoice) => {
    const submission = detail && reviewedOf(detail).submitted;
    if (submission) void decision.send(() => sendReview(detail.userInfo, submission.submission_id, isRepair, choice, draft.reason));
  };
  const closed = decision.refusal || caseProps.lost || (detail && stateOf(detail, isRepair));
  return (
    <>
      <h2>{given(detail?.userInfo.name)}</h2>
      <p className="num">{detail && `${userType.labelOf(detail.userInfo.type)}用户　${detail.userInfo.mobile}`}</p>
      <Decision
        rules={reasonRules}
        draft={draft}
        setDraft={setDraft}
        stored={stored}
        resetKey={decision.failedAttempts}
        pending={pending}
        isPaused={question !== undefined}
        closed={closed || undefined}
        isReady={detail !== undefined}
        decide={decide}
        next={decision.goOn}
        nextLabel={closed ? '下一条' : '跳过'}
      />
      {question}
    </>
  );
}
