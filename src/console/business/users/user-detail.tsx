import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { checkResult, repairType, userStatus, userType } from '../../../domain/business/codes/users.ts';
import type { UserDetail } from '../../../contract/console/users.ts';
import { useCurrentRecord } from '../../kit/search/current-record.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { StatusDot } from '../../kit/list/cells.tsx';
import { SidePanelLayout } from '../../kit/panel/object-panel.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Card, FieldCard, FieldList } from '../../kit/ui/field-list.tsx';
import { heldText } from '../../kit/ui/held-text.ts';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { RecordHead } from '../../kit/ui/record-head.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { submittedFields, submittedPictures } from './detail-fields.ts';
import { toneOf } from './tones.ts';
import { useUserDetail } from './user-query.ts';

const ImageDialog = lazy(async () => ({ default: (await import('../../kit/ui/images/image-dialog.tsx')).ImageDialog }));
const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));
const GiftTo = lazy(async () => ({ default: (await import('../points/gift-to.tsx')).GiftTo }));
const RequestErasure = lazy(async () => ({ default: (await import('../erasures/dialogs.tsx')).RequestErasure }));

export function UserDetailPage() {
  const { user_id: userId = '' } = useParams();
  const query = useUserDetail(userId);
  return (
    <QueryView query={query}>
      {(detail) => (
        <SidePanelLayout object={`user/${detail.userInfo.user_id}`}>
          <Cards detail={detail} />
        </SidePanelLayout>
      )}
    </QueryView>
  );
}

function Cards({ detail }: { detail: UserDetail }) {
  const { userInfo: user, userDetailInfo: info, refusedDetailInfo: refused, checkRecords } = detail;
  const isRepair = repairType.is(info?.repair_type ?? 0, 'pending');
  return (
    <>
      <Head detail={detail} isRepair={isRepair} />
      <FieldCard
        title="基本信息"
        items={[
          { label: '用户编号', value: <Copyable text={user.user_id} /> },
          { label: '名称', value: user.name },
          { label: '手机号', value: user.mobile },
          { label: '用户类型', value: userType.labelOf(user.type) },
          { label: '认证状态', value: <Status detail={detail} isRepair={isRepair} /> },
          { label: '注册时间', value: user.registered_time },
          { label: '最近登录时间', value: user.loginTime },
          ...(user.points === undefined ? [] : [{ label: '剩余积分', value: `${user.points}${heldText(user)}` }]),
        ]}
      />
      <Card title="认证资料">{info ? <Submitted type={user.type} info={info} /> : <p className="hint">尚未提交认证资料</p>}</Card>
      {refused && (
        <Card title="补充资料" action={<StatusDot tone="failed" text={refused.repair_type_name} />}>
          <Submitted type={user.type} info={refused} />
        </Card>
      )}
      {user.app_id !== undefined && (
        <FieldCard
          title="接口凭证"
          columns={2}
          items={[
            { label: 'app_id', value: <Copyable text={user.app_id} /> },
            { label: 'security_key', value: user.security_key === undefined ? '需审核权限查看' : <Secret text={user.security_key} /> },
          ]}
        />
      )}
      <Card title="审核记录">
        <PlainTable rows={checkRecords} rowKey={(record) => record.id} columns={recordColumns} />
      </Card>
    </>
  );
}

/** Who it is, and everything that the reader may do with the user. */
function Head({ detail, isRepair }: { detail: UserDetail; isRepair: boolean }) {
  const { can } = useOperator();
  const [open, setOpen] = useState<'review' | 'gift' | 'erasure'>();
  const close = () => setOpen(undefined);
  const { userInfo: user, refusedDetailInfo: refused } = detail;
  const balance = `/user/balance/detail/${user.user_id}`;
  const mayReview = can('user:review') && (userStatus.is(user.user_status, 'pending') || isRepair);
  const mayGift = can('user:gift') && userStatus.is(user.user_status, 'approved');
  useCurrentRecord({
    acts: mayReview ? [{ label: '审核', run: () => setOpen('review') }] : [],
    ...(userStatus.is(user.user_status, 'approved') && { user }), // 赠送积分 is added wherever a user is shown
  });
  const repair = isRepair ? repairType.label('pending') : (refused?.repair_type_name ?? '');
  return (
    <RecordHead
      name={user.name === '' ? user.mobile : user.name}
      number={{ label: '用户编号', text: user.user_id }}
      states={[
        { label: '实名', value: <StatusDot tone={toneOf(user.user_status)} text={user.status_name} /> },
        { label: '补充', value: repair === '' ? '' : <StatusDot tone={isRepair ? 'wait' : 'failed'} text={repair} /> },
      ]}
    >
      {can('user:erase:request') && <GuardedButton onClick={() => setOpen('erasure')}>申请删除</GuardedButton>}
      {can('user:balance') && (
        <Link className="btn" to={balance}>
          查看余额
        </Link>
      )}
      {mayGift && <GuardedButton onClick={() => setOpen('gift')}>赠送积分</GuardedButton>}
      {mayReview && (
        <GuardedButton className="btn btn-primary" onClick={() => setOpen('review')}>
          审核
        </GuardedButton>
      )}
      <Suspense>
        {open === 'review' && <ReviewDialog userId={user.user_id} type={user.type} isRepair={isRepair} close={close} />}
        {open === 'gift' && <GiftTo user={user} close={close} />}
        {open === 'erasure' && <RequestErasure userId={user.user_id} close={close} done={close} />}
      </Suspense>
    </RecordHead>
  );
}

/** A waiting supplementary submission takes precedence. A refused one is shown beside the status that remained. */
function Status({ detail: { userInfo, refusedDetailInfo }, isRepair }: { detail: UserDetail; isRepair: boolean }) {
  if (isRepair) return <StatusDot tone="wait" text={repairType.label('pending')} />;
  return (
    <StatusDot
      tone={toneOf(userInfo.user_status)}
      text={refusedDetailInfo ? `${userInfo.status_name}（${refusedDetailInfo.repair_type_name}）` : userInfo.status_name}
    />
  );
}

const recordColumns: TableColumn<UserDetail['checkRecords'][number]>[] = [
  { title: '审核人', cell: (record) => record.verifier },
  { title: '审核时间', cell: (record) => record.verify_time },
  // oxlint-disable-next-line react/no-unstable-nested-components -- a table cell, created once
  {
    title: '结果',
    cell: (record) => (
      <StatusDot tone={checkResult.is(record.status, 'passed') ? 'done' : 'failed'} text={checkResult.labelOf(record.status)} />
    ),
  },
  { title: '原因', cell: (record) => record.reason, isProse: true },
];

function Submitted({ type, info }: { type: number; info: NonNullable<UserDetail['userDetailInfo']> }) {
  const [shown, setShown] = useState<number>();
  const pictures = submittedPictures(info);
  return (
    <>
      <FieldList items={submittedFields(type, info)} />
      {pictures.length > 0 && (
        <div className="thumbs">
          {pictures.map((picture, index) => (
            <button key={picture.alt} type="button" onClick={() => setShown(index)} title={`放大${picture.alt}`}>
              <img src={picture.src} alt={picture.alt} />
              <span>{picture.alt}</span>
            </button>
          ))}
        </div>
      )}
      {shown !== undefined && (
        <Suspense>
          <ImageDialog images={pictures} first={shown} close={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Copyable({ text }: { text: string }) {
  return (
    <span className="secret">
      {text}
      <CopyButton text={text} />
    </span>
  );
}

/** Masked until the operator reveals it. */
function Secret({ text }: { text: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="secret">
      {isShown ? text : '••••••••••••'}
      <button type="button" className="link" onClick={() => setShown(!isShown)}>
        {isShown ? '隐藏' : '显示'}
      </button>
      <CopyButton text={text} />
    </span>
  );
}
