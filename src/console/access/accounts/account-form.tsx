import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { accountFaults } from '../../../domain/business/access/account-rules.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { typedName, typedPhone, typedUsername } from '../../../domain/kit/text/typed.ts';
import type { RoleChoice } from '../../../contract/console/accounts.ts';
import { get, post, type ReplyOf } from '../../kit/net/call.ts';
import { listAddress } from '../../kit/list/list-position.ts';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { FormPage } from '../../kit/form/form-page.tsx';
import { FormRow } from '../../kit/form/form-row.tsx';
import { TextRow } from '../../kit/form/text-row.tsx';
import { RoleChoices } from './role-choice.tsx';
import { freshAtVisit, useVisit } from './role-query.ts';
import { accountSource } from './sources.ts';
import { textsAmong, useForm, type Faults } from '../../kit/form/use-form.ts';

export type SavedAccount = ReplyOf<'GET', '/api/ajax/power/getOne'>;

interface Props {
  readonly title: string;
  readonly submitLabel: string;
  /** Undefined for a new account. */
  readonly account: SavedAccount | undefined;
  readonly reload: () => void;
}

/** The form of 新增账号 and 编辑账号, shown once the roles to choose from have loaded. */
export function AccountForm(props: Props) {
  const queryKey = [rolesPath, useVisit()];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => get(rolesPath, {}, { signal, quiet: true }), ...freshAtVisit });
  return <QueryView query={query}>{({ data: roles }) => <Fields {...props} roles={roles} />}</QueryView>;
}

const rolesPath = '/api/ajax/power/roleInfo';
const listPage = '/authority/account';

function Fields({ title, submitLabel, account, reload, roles }: Props & { roles: readonly RoleChoice[] }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const form = useForm<Values>({
    initial: account
      ? {
          username: account.username,
          password: unchanged,
          realname: account.realname,
          mobile: account.mobile,
          role_id: account.role_id,
          version: account.version,
        }
      : { username: '', password: '', realname: '', mobile: '', role_id: '', version: '' },
    draft: {
      subject: draftSubject.account(account?.id),
      encode: ({ password: _unkept, ...values }) => values,
      decode: ({ username, realname, mobile, role_id, version }) => textsAmong({ username, realname, mobile, role_id, version }),
    },
    check: (values) => faultsOf(values, account !== undefined),
    send: (values) => save(account, values),
    done: () => {
      void cache.invalidateQueries({ queryKey: [accountSource.path] });
      void navigate(listAddress(listPage));
    },
  });
  const { values, change, faults } = form;
  // A stable function, so that a thousand role choices are not rendered again on each keystroke.
  const choose = useCallback((role_id: string) => change({ role_id }), [change]);
  return (
    <FormPage form={form} title={title} submitLabel={submitLabel} backTo={listPage} reload={reload}>
      <TextRow
        label="用户名"
        fault={faults['username']}
        hint="手机号或邮箱，用于登录"
        value={values.username}
        placeholder="请输入手机号或邮箱"
        autoComplete="off"
        change={(username) => change({ username })}
      />
      <PasswordRow
        isEdit={account !== undefined}
        fault={faults['password']}
        value={values.password}
        change={(password) => change({ password })}
      />
      <TextRow
        label="姓名"
        fault={faults['realname']}
        max={limits.realnameChars}
        value={values.realname}
        placeholder="请输入中文姓名"
        change={(realname) => change({ realname })}
      />
      <TextRow
        label="手机号"
        fault={faults['mobile']}
        hint="手机号，或带区号的座机号"
        value={values.mobile}
        placeholder="请输入手机号或带区号的座机号"
        change={(mobile) => change({ mobile })}
      />
      <FormRow label="角色" fault={faults['role_id']} isRequired isGroup>
        {(control) => (
          <RoleChoices
            roles={roles}
            value={values.role_id}
            current={account?.role_id ?? ''}
            change={choose}
            aria-invalid={control['aria-invalid']}
          />
        )}
      </FormRow>
    </FormPage>
  );
}

interface PasswordProps {
  readonly isEdit: boolean;
  readonly fault: string | undefined;
  readonly value: string;
  readonly change: (password: string) => void;
}

/** When an account is edited, the password shows as stars until it is changed. An emptied field gets the stars back. */
function PasswordRow({ isEdit, fault, value, change }: PasswordProps) {
  const isUnchanged = isEdit && value === unchanged;
  const lengths = `${limits.passwordCharsMin}到${limits.passwordChars}位`;
  const hint = isEdit ? `不修改请保留${unchanged}；${lengths}字母、数字或特殊符号` : `${lengths}字母和数字`;
  return (
    <FormRow label="密码" fault={fault} hint={hint} isRequired>
      {(control) => (
        <input
          {...control}
          className="input"
          // The stars are no secret, so a screen reader may read them.
          type={isUnchanged ? 'text' : 'password'}
          value={value}
          placeholder="请输入密码"
          autoComplete="new-password"
          onFocus={(event) => isUnchanged && event.target.select()}
          onBlur={() => isEdit && value === '' && change(unchanged)}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FormRow>
  );
}

function save(account: SavedAccount | undefined, { password, version, ...values }: Values): Promise<unknown> {
  if (!account) return post('/api/ajax/power/addAccount', { ...values, password }, { about: { name: values.realname } });
  return post(
    '/api/ajax/power/accountUpdate',
    { id: account.id, version, ...values, password: password === unchanged ? '' : password },
    { quietOnConflict: true, about: { name: values.realname } },
  );
}

/** Placeholder for the password, which the server never returns. It is sent as an empty string. */
const unchanged = '******';

interface Values {
  readonly username: string;
  readonly password: string;
  readonly realname: string;
  readonly mobile: string;
  readonly role_id: string;
  /** Version of the state that the edit started from; empty for a new account. */
  readonly version: string;
}

function faultsOf({ username, password, realname, mobile, role_id }: Values, isEdit: boolean): Faults {
  return {
    username: accountFaults.username(typedUsername(username)),
    password: isEdit ? (password === unchanged ? undefined : accountFaults.password(password)) : accountFaults.newPassword(password),
    realname: accountFaults.realname(typedName(realname)),
    mobile: accountFaults.mobile(typedPhone(mobile)),
    role_id: role_id === '' ? '请选择用户角色' : undefined,
  };
}
