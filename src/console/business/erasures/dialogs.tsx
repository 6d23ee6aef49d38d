import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../domain/business/codes/limits.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField, FormValues } from '../../kit/form/form-field.tsx';
import { get, post } from '../../kit/net/call.ts';
import { errorToShow } from '../../kit/net/verdict.ts';
import type { Erasure } from './erasure.ts';

interface Handlers {
  readonly close: () => void;
  readonly done: () => void;
}

/** Requests an erasure; another operator decides. @param userId of the user on the screen; their number is filled in. */
export function RequestErasure({ userId = '', close, done }: Handlers & { userId?: string }) {
  return (
    <FormDialog
      title="申请删除个人信息"
      fields={requestFields.map((field) => (field.name === 'user_id' ? { ...field, initial: userId } : field))}
      submit={async ({ user_id = '', reason = '' }) =>
        void (await post('/api/user/requestErasure', { user_id, reason }, { about: { act: '已申请删除', name: `用户 ${user_id}` } }))
      }
      close={close}
      done={done}
    />
  );
}

/** Shows what would be erased, and what prevents it so far, beside the choice. */
export function DecideErasure({ erasure, close, done }: Handlers & { erasure: Erasure }) {
  return (
    <FormDialog
      title={`用户 ${erasure.user_id} 的删除申请`}
      fields={decisionFields(erasure)}
      question={({ status }) =>
        status === '1'
          ? {
              title: '确认批准删除',
              verb: '批准',
              text: `用户 ${erasure.user_id}（${erasure.name}）的个人信息将被删除，不能恢复。`,
              isDanger: true,
            }
          : undefined
      }
      submit={async ({ status = '', reason = '' }) =>
        void (await post(
          '/api/user/decideErasure',
          { id: erasure.id, status, reason },
          { about: { act: status === '1' ? '已批准删除' : '已驳回删除', name: erasure.name } },
        ))
      }
      close={close}
      done={done}
    />
  );
}

const numberForm = /^[1-9]\d{0,17}$/;

const requestFields: readonly FormField[] = [
  {
    kind: 'text',
    name: 'user_id',
    label: '用户编号',
    placeholder: '见用户详情',
    missing: '用户编号不能为空',
    check: (value) => (numberForm.test(value) ? undefined : '用户编号无效'),
    note: ({ values }) => <Preview userId={values['user_id'] ?? ''} />,
  },
  {
    kind: 'area',
    name: 'reason',
    label: '申请原因',
    placeholder: '如 用户注销账号，书面要求删除',
    missing: '申请原因不能为空',
    maxChars: limits.erasureReasonChars,
    note: () => <>由另一名操作员批准后执行，不能撤销。</>,
  },
];

function decisionFields({ user_id: userId, reason, approve_refusal: refusal }: Erasure): readonly FormField[] {
  return [
    {
      kind: 'select',
      name: 'status',
      label: '结果',
      placeholder: '请选择',
      missing: '请选择结果',
      options: [
        { value: '1', label: '批准' },
        { value: '0', label: '驳回' },
      ],
      note: () => (
        <>
          申请原因：{reason}
          {refusal !== '' && (
            <>
              <br />
              {refusal}
            </>
          )}
          <br />
          <Preview userId={userId} />
        </>
      ),
    },
    {
      kind: 'area',
      name: 'reason',
      label: '驳回原因',
      missing: '驳回原因不能为空',
      maxChars: limits.erasureReasonChars,
      when: (values: FormValues) => values['status'] === '0',
    },
  ];
}

/** The user, what would be erased, and what prevents it. */
function Preview({ userId }: { userId: string }) {
  const { data, error } = useQuery({
    queryKey: ['erasure-preview', userId],
    queryFn: ({ signal }) => get('/api/ajax/user/erasurePreview', { user_id: userId }, { signal, quiet: true }),
    enabled: numberForm.test(userId),
    retry: false,
  });
  // 该用户不存在, or why it could not be read.
  if (error) return <>{errorToShow(error)?.message}</>;
  if (!data) return null;
  const what = `${data.name}（${data.mobile}）：姓名、证件、手机号、登录地址、证件图片，以及 ${data.evidence} 件证据的文件和说明将被删除；`;
  const blocked = data.blockers.length > 0 ? `暂不能删除：${data.blockers.join('；')}。` : '';
  return (
    <>
      {what}编号、哈希、积分和金额保留。{blocked}
    </>
  );
}
