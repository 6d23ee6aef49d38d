import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { limits } from '../../../../domain/business/codes/limits.ts';
import { codePointLength } from '../../../../domain/kit/text/length.ts';
import type { DraftFields } from '../../../../contract/console/drafts.ts';
import { draftSubject } from '../../../../domain/business/rules/draft-subject.ts';
import { givenText } from '../../../../domain/kit/text/visible-text.ts';
import { post } from '../../../kit/net/call.ts';
import { FormPage } from '../../../kit/form/form-page.tsx';
import { FormRow } from '../../../kit/form/form-row.tsx';
import { TextRow } from '../../../kit/form/text-row.tsx';
import { ownOnlyText } from './role-detail.tsx';
import { menuIdOf, showsOwnOnly, type RuleDraft } from './rule-tree.ts';
import { RuleTree } from './rule-tree-view.tsx';
import { roleSource } from '../sources.ts';
import { textsAmong, useForm, type Faults } from '../../../kit/form/use-form.ts';
import { listAddress } from '../../../kit/list/list-position.ts';

interface Props {
  readonly title: string;
  readonly submitLabel: string;
  /** Undefined for a new role. */
  readonly role:
    | { readonly id: string; readonly position: string; readonly desc: string; readonly version: string; readonly totpRequired: number }
    | undefined;
  readonly rules: RuleDraft;
  readonly reload: () => void;
}

/** The form of 新增角色 and 编辑角色. */
export function RoleForm({ title, submitLabel, role, rules, reload }: Props) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const form = useForm<Values>({
    initial: {
      roleName: role?.position ?? '',
      roleDesc: role?.desc ?? '',
      checked: rules.checked,
      ownOnly: rules.ownOnly,
      mustUseTotp: role?.totpRequired === 1,
      version: role?.version ?? '',
    },
    draft: { subject: draftSubject.role(role?.id), encode, decode },
    check: faultsOf,
    send: (values) => save(role, rules, values),
    done: () => {
      void cache.invalidateQueries({ queryKey: [roleSource.path] });
      void navigate(listAddress(listPage));
    },
  });
  const { values, change, faults } = form;
  // Removing 9 or 10 removes 37 as well. If the operator may not remove 37 alone, adding them again restores it.
  const changeRules = (checked: ReadonlySet<string>) =>
    change({ checked, menuId: undefined, ownOnly: (rules.canOwnOnly ? values.ownOnly : rules.ownOnly) && showsOwnOnly(checked) });
  return (
    <FormPage form={form} title={title} submitLabel={submitLabel} backTo={listPage} reload={reload}>
      <TextRow
        label="角色名称"
        fault={faults['roleName']}
        max={limits.roleNameChars}
        value={values.roleName}
        placeholder="请输入角色名称"
        change={(roleName) => change({ roleName })}
      />
      <FormRow label="角色描述" fault={faults['roleDesc']} count={{ text: values.roleDesc, max: limits.roleDescriptionChars }} isRequired>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            value={values.roleDesc}
            placeholder="请输入角色描述"
            onChange={(event) => change({ roleDesc: event.target.value })}
          />
        )}
      </FormRow>
      <FormRow label="模块权限" fault={faults['menuId']} isRequired isGroup>
        {() => <RuleTree nodes={rules.nodes} checked={values.checked} change={changeRules} />}
      </FormRow>
      {showsOwnOnly(values.checked) && (
        <TickRow
          label="数据权限"
          fault={undefined}
          text={ownOnlyText}
          isTicked={values.ownOnly}
          isClosed={!rules.canOwnOnly}
          change={(ownOnly) => change({ ownOnly })}
        />
      )}
      <TickRow
        label="登录安全"
        fault={faults['totpRequired']}
        text="该角色的账号登录时须使用动态口令"
        isTicked={values.mustUseTotp}
        change={(mustUseTotp) => change({ mustUseTotp })}
      />
    </FormPage>
  );
}

interface TickProps {
  readonly label: string;
  readonly fault: string | undefined;
  readonly text: string;
  readonly isTicked: boolean;
  readonly isClosed?: boolean;
  readonly change: (isTicked: boolean) => void;
}

function TickRow({ label, fault, text, isTicked, isClosed, change }: TickProps) {
  return (
    <FormRow label={label} fault={fault} isGroup>
      {() => (
        <label className="tick" data-closed={isClosed}>
          <input type="checkbox" checked={isTicked} disabled={isClosed} onChange={(event) => change(event.target.checked)} />
          {text}
        </label>
      )}
    </FormRow>
  );
}

function save(
  role: Props['role'],
  rules: RuleDraft,
  { roleName, roleDesc, checked, ownOnly, mustUseTotp, version }: Values,
): Promise<unknown> {
  return post(
    '/api/ajax/role/addRole',
    {
      roleName,
      roleDesc,
      menuId: menuIdOf(rules.nodes, checked, ownOnly),
      totpRequired: mustUseTotp ? 1 : 0,
      ...(role && { roleId: role.id, version }),
    },
    { quietOnConflict: true, about: { name: roleName } },
  );
}

const listPage = '/authority/role';

interface Values {
  readonly roleName: string;
  readonly roleDesc: string;
  readonly checked: ReadonlySet<string>;
  readonly ownOnly: boolean;
  readonly mustUseTotp: boolean;
  /** Version of the state that the edit started from; empty for a new role. */
  readonly version: string;
  /** Exists only so that faults can name the tree. */
  readonly menuId?: undefined;
}

function encode({ roleName, roleDesc, checked, ownOnly, mustUseTotp, version }: Values): DraftFields {
  return { roleName, roleDesc, checked: [...checked], ownOnly, secondFactor: mustUseTotp, version };
}

function decode({ roleName, roleDesc, checked, ownOnly, secondFactor, version }: DraftFields): Partial<Values> {
  return {
    ...textsAmong({ roleName, roleDesc, version }),
    ...(Array.isArray(checked) && { checked: new Set(checked) }),
    ...(typeof ownOnly === 'boolean' && { ownOnly }),
    ...(typeof secondFactor === 'boolean' && { mustUseTotp: secondFactor }),
  };
}

function faultsOf({ roleName, roleDesc, checked }: Values): Faults {
  return {
    roleName: fits(roleName, limits.roleNameChars) ? undefined : `请输入不超过${limits.roleNameChars}个字符的角色名称，必填`,
    roleDesc: fits(roleDesc, limits.roleDescriptionChars) ? undefined : `请输入不超过${limits.roleDescriptionChars}个字符的角色描述，必填`,
    menuId: checked.size > 0 ? undefined : '请选择模块权限',
  };
}

function fits(text: string, max: number): boolean {
  return givenText(text) !== '' && codePointLength(givenText(text)) <= max;
}
