import { useState } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField } from '../../kit/form/form-field.tsx';
import { post, type ReplyOf } from '../../kit/net/call.ts';
import { KeyDialog } from './key-dialog.tsx';

/** 新建客户端: asks for its name, then shows its key. */
export function NewClient({ close, done }: { close: () => void; done: () => void }) {
  const [made, setMade] = useState<ReplyOf<'POST', '/api/ajax/open/addClient'>>();
  if (made) return <KeyDialog title="客户端已建立" {...made} close={done} />;
  return (
    <FormDialog
      title="新建客户端"
      fields={fields}
      submit={async ({ name = '' }) => setMade(await post('/api/ajax/open/addClient', { name }, { about: { name } }))}
      close={close}
      done={() => undefined}
    />
  );
}

const fields: readonly FormField[] = [
  {
    kind: 'text',
    name: 'name',
    label: '名称',
    placeholder: '本机构的系统，如 官网、移动端、支付网关',
    missing: '名称不能为空',
    maxChars: limits.clientNameChars,
    note: () => <>平台客户端可以代任何用户调用。企业的客户端在企业实名通过时自动建立。</>,
  },
];
