import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { appPlatform, iosReview, type AppPlatform } from '../../../domain/business/codes/releases.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { compareVersions, versionParts } from '../../../domain/business/rules/version.ts';
import { get, post } from '../../kit/net/call.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField, FormValues } from '../../kit/form/form-field.tsx';
import { TimeControl } from '../../kit/form/time-control.tsx';
import { PackageField } from './package-field.tsx';
import { versionsPath } from './paths.ts';

interface DialogHandlers {
  readonly close: () => void;
  readonly done: () => void;
}

export function AddAndroid(ways: DialogHandlers) {
  return <AddVersion platform="android" {...ways} />;
}

export function AddIos(ways: DialogHandlers) {
  return <AddVersion platform="ios" {...ways} />;
}

/** 新增版本, opened from a platform's tab. The form may switch to the other platform, whose tab then opens with the new version. */
function AddVersion({ platform, close, done }: DialogHandlers & { platform: AppPlatform }) {
  const navigate = useNavigate();
  const added = useRef(platform);
  const known = useQueries({ queries: appPlatform.names.map((name) => knownQuery(name)) });
  const versionsOf = (values: FormValues): readonly string[] =>
    known[appPlatform.names.indexOf(platformOf(values) ?? platform)]?.data ?? [];
  const submit = async (values: FormValues) => {
    const {
      type = '',
      status = '',
      update_time = '',
      current_version = '',
      upper_version = '',
      update_desc = '',
      update_content = '',
      address = '',
    } = values;
    const confirm = isLower(current_version, versionsOf(values)) ? '1' : '';
    const fields = { type, status, update_time, current_version, upper_version, update_desc, update_content, address, confirm };
    await post('/api/version/addVersion', fields, { about: { name: current_version } });
    added.current = platformOf(values) ?? platform;
  };
  const turn = () => {
    done();
    void navigate(versionsPath(added.current));
  };
  return (
    <FormDialog
      title="新增版本"
      width={640}
      draft={draftSubject.version(platform)}
      fields={(values) => fieldsOf(platform, versionsOf(values))}
      question={(values) => questionOf(values, versionsOf(values))}
      submit={submit}
      close={close}
      done={turn}
    />
  );
}

function knownQuery(platform: AppPlatform) {
  const path = '/api/version/versionList';
  const type = appPlatform.code(platform);
  return {
    queryKey: [path, type],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await get(path, { type }, { signal, quiet: true })).list.map((row) => row.current_version),
  };
}

/** spec/finance-app-authority, 5: asks for the previous version if there are any, for the review of iOS, and for the package of Android. */
function fieldsOf(platform: AppPlatform, known: readonly string[]): FormField[] {
  return [
    {
      kind: 'select',
      name: 'type',
      label: '产品端',
      placeholder: '请选择',
      missing: '请选择要更新产品端',
      options: appPlatform.options,
      initial: appPlatform.code(platform),
      isHalf: true,
    },
    {
      kind: 'custom',
      name: 'update_time',
      label: '更新时间',
      placeholder: '请选择更新时间',
      missing: '更新时间不能为空',
      Control: TimeControl,
      isHalf: true,
    },
    {
      kind: 'text',
      name: 'current_version',
      label: '当前版本号',
      placeholder: '如 1.2.3',
      missing: '当前版本号不能为空',
      check: (text) => versionFault(text, known),
      isHalf: true,
    },
    {
      kind: 'select',
      name: 'upper_version',
      label: '上一版本号',
      placeholder: '请选择',
      missing: '上一版本号不能为空',
      check: (text) => (known.includes(text) ? undefined : '上一版本号不在版本列表中'),
      options: known.map((version) => ({ value: version, label: version })),
      when: () => known.length > 0,
      isHalf: true,
    },
    {
      kind: 'area',
      name: 'update_desc',
      label: '更新描述',
      placeholder: '供内部查看',
      missing: '更新描述不能为空',
      maxChars: limits.updateTextChars,
    },
    {
      kind: 'area',
      name: 'update_content',
      label: '更新内容',
      placeholder: '展示给用户',
      missing: '更新内容不能为空',
      maxChars: limits.updateTextChars,
    },
    {
      kind: 'select',
      name: 'status',
      label: '过审状态',
      placeholder: '请选择',
      missing: '请选择过审状态',
      options: iosReview.options,
      when: (values) => platformOf(values) === 'ios',
      isHalf: true,
    },
    {
      kind: 'custom',
      name: 'address',
      label: '安装包',
      missing: '请上传安装包地址',
      Control: PackageField,
      isExcludedFromDraft: true,
      when: (values) => platformOf(values) === 'android',
    },
  ];
}

function platformOf({ type = '' }: FormValues): AppPlatform | undefined {
  return appPlatform.nameOf(Number(type));
}

function versionFault(text: string, known: readonly string[]): string | undefined {
  const parts = versionParts(text);
  if (!parts) return '版本号应为1.2.3这样的数字';
  return known.some((version) => compareVersions(versionParts(version) ?? [], parts) === 0) ? '该版本号已存在' : undefined;
}

/** The highest version comes first. */
function isLower(version: string, [latest]: readonly string[]): boolean {
  return latest !== undefined && compareVersions(versionParts(version) ?? [], versionParts(latest) ?? []) < 0;
}

function questionOf({ current_version = '' }: FormValues, known: readonly string[]) {
  if (!isLower(current_version, known)) return undefined;
  return {
    title: '版本号低于最新版本',
    verb: '添加',
    text: `当前版本号${current_version}低于最新版本${known[0]}，App不会把它当作更新。确定添加吗？`,
  };
}
