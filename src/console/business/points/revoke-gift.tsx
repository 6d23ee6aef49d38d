import { useQueryClient } from '@tanstack/react-query';
import type { GiftRow } from '../../../contract/console/points.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField } from '../../kit/form/form-field.tsx';
import { post } from '../../kit/net/call.ts';
import { reloadOnConflict } from '../../kit/net/verdict.ts';
import { inLargeUnits } from './gift-question.ts';
import { giftSource } from './sources.ts';

/** Reverses a gift as a whole: asks for the reason, then for confirmation with amount and name. */
export function RevokeGiftForm({ row, close }: { readonly row: GiftRow; readonly close: () => void }) {
  const cache = useQueryClient();
  const reload = () => void cache.invalidateQueries({ queryKey: [giftSource.path] });
  const about = { act: `已撤销赠送的 ${row.points} 积分`, name: row.company };
  const send = (explain: string) => reloadOnConflict(post('/api/ajax/user/revokePoints', { id: row.id, explain }, { about }), reload);
  const done = () => {
    close();
    reload();
  };
  return (
    <FormDialog
      title="撤销赠送"
      fields={fields}
      question={() => ({ title: '确认撤销赠送', verb: '撤销', text: questionText(row), isDanger: true })}
      submit={({ explain = '' }) => send(explain)}
      close={close}
      done={done}
    />
  );
}

const fields: readonly FormField[] = [
  {
    kind: 'area',
    name: 'explain',
    label: '撤销原因',
    placeholder: '请输入撤销原因',
    missing: '撤销原因不能为空',
    maxChars: limits.giftExplainChars,
  },
];

function questionText({ company, mobile, points, type_name: typeName, userStatusName, admin, time }: GiftRow): string {
  const what = [inLargeUnits(points), typeName].filter(Boolean).join('，');
  return (
    `确定撤销${admin}于 ${time} 向${userStatusName}用户${company}（${mobile}）赠送的 ${points} 积分（${what}）吗？` +
    '撤销后从该用户的余额中扣回，且不能恢复。'
  );
}
