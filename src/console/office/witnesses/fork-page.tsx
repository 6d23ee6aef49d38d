import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { limits } from '../../../domain/business/codes/limits.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField } from '../../kit/form/form-field.tsx';
import { StatusDot } from '../../kit/list/cells.tsx';
import { get, post, type ReplyOf } from '../../kit/net/call.ts';
import { RawText } from '../../kit/ui/detail/raw-text.tsx';
import { Card, FieldList, type FieldItem } from '../../kit/ui/field-list.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import '../../kit/list/list.css';
import './witnesses.css';

type Fork = ReplyOf<'GET', '/api/ajax/custody/getFork'>;

/** A witness's statement that contradicts the log, in full. A fork is answered here. */
export function ForkPage() {
  const { conflict_id: id = '' } = useParams();
  const query = useQuery({
    queryKey: ['witnesses', 'fork', id],
    queryFn: ({ signal }) => get('/api/ajax/custody/getFork', { id }, { signal }),
  });
  return <QueryView query={query}>{(fork) => <ForkView fork={fork} />}</QueryView>;
}

function ForkView({ fork }: { fork: Fork }) {
  const [isAnswering, setAnswering] = useState(false);
  const cache = useQueryClient();
  const canAnswer = fork.is_open && fork.can_answer;
  return (
    <div className="witness-page">
      <Card
        title={fork.shown_size === null ? '没有证据的矛盾' : '日志分叉'}
        action={
          canAnswer && (
            <button type="button" className="btn btn-primary" onClick={() => setAnswering(true)}>
              处理
            </button>
          )
        }
      >
        <p className="witness-told">{forkText(fork)}</p>
        <FieldList columns={2} items={itemsOf(fork)} />
      </Card>
      {fork.shown_note !== '' && (
        <Card title="见证方出示的检查点">
          <RawText title="签名文本" text={fork.shown_note} />
        </Card>
      )}
      {isAnswering && (
        <FormDialog
          title="处理日志分叉"
          fields={answerFields}
          submit={async ({ answer = '' }) => {
            await post('/api/ajax/custody/answerFork', { answer });
            await cache.invalidateQueries({ queryKey: ['witnesses'] });
          }}
          close={() => setAnswering(false)}
          done={() => setAnswering(false)}
        />
      )}
    </div>
  );
}

function forkText({ shown_size: shown, is_open: isOpen, can_answer: canAnswer, held }: Fork): string {
  if (shown === null)
    return '该见证方的回答与本处日志矛盾，但没有出示带有本处日志签名的检查点。回答本身没有签名，不能作为证据：已搁置该见证方，不影响锚定。';
  if (!isOpen) return '该见证方出示了带有本处日志签名、而本处没有签过的检查点。系统管理员已经处理，锚定已恢复。';
  const waits = held === 0 ? '' : `，现有 ${held.toLocaleString('en-US')} 条记录等待`;
  const next = canAnswer ? '请按运维手册“日志分叉”查明哪一份日志是真的，再在此说明情况。' : '请立即联系系统管理员。';
  return `该见证方出示了带有本处日志签名、而本处没有签过的检查点：同一把密钥签出了两份日志。新的存证暂不显示为已锚定${waits}。${next}`;
}

function itemsOf(fork: Fork): FieldItem[] {
  return [
    { label: '见证方', value: fork.witness },
    { label: '地址', value: fork.url },
    { label: '发现时间', value: fork.found_time },
    { label: '状态', value: stateOf(fork) },
    { label: '回答', value: fork.kind_name },
    { label: '所称大小', value: fork.told_size?.toLocaleString('en-US') },
    { label: '询问的检查点', value: fork.asked_size.toLocaleString('en-US') },
    { label: '本处最新', value: fork.newest_size.toLocaleString('en-US') },
    ...(fork.shown_size === null
      ? []
      : [
          { label: '出示的检查点', value: fork.shown_size.toLocaleString('en-US') },
          { label: '出示的树根', value: <span className="mono">{fork.shown_root}</span> },
          { label: '本处的树根', value: fork.own_root === '' ? '本处日志还没有这么大' : <span className="mono">{fork.own_root}</span> },
        ]),
    ...(fork.answered_time === ''
      ? []
      : [
          { label: '处理人', value: `${fork.operator}（${fork.answered_time}）` },
          { label: '处理说明', value: fork.answer },
        ]),
  ];
}

function stateOf({ is_open: isOpen, shown_size: shown }: Fork) {
  if (isOpen) return <StatusDot tone="failed" text="待处理" />;
  return <StatusDot tone={shown === null ? 'wait' : 'over'} text={shown === null ? '已搁置' : '已处理'} />;
}

const answerFields: readonly FormField[] = [
  {
    kind: 'area',
    name: 'answer',
    label: '处理说明',
    placeholder: '查明的原因和采取的措施，如 误用旧备份启动，已停用该服务器',
    missing: '处理说明不能为空',
    maxChars: limits.forkAnswerChars,
    note: () => <>确认后恢复锚定，并写入操作日志。见证方仍会记得两份日志，说明不能撤回。</>,
  },
];
