import { lazy, type ComponentType } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { appPlatform, iosReview } from '../../../domain/business/codes/releases.ts';
import type { VersionRow } from '../../../contract/console/releases.ts';
import { post } from '../../kit/net/call.ts';
import type { Column } from '../../kit/list/columns.ts';
import { confirmRow } from '../../kit/list/confirm-row.tsx';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { androidSource, iosSource } from './sources.ts';
import { detailPath, versionsPath } from './paths.ts';
import './releases.css';

const AddAndroid = lazy(async () => ({ default: (await import('./add-version.tsx')).AddAndroid }));
const AddIos = lazy(async () => ({ default: (await import('./add-version.tsx')).AddIos }));

const first: Column<VersionRow>[] = [
  { kind: 'link', title: '当前版本号', text: (row) => row.current_version, to: (row) => detailPath(row.id), width: 112 },
  { kind: 'text', title: '上一版本号', text: (row) => row.upper_version, width: 112 },
  { kind: 'time', title: '更新时间', text: (row) => row.update_time, width: 160 },
  { kind: 'text', title: '更新内容', text: (row) => row.update_content },
];
const last: Column<VersionRow>[] = [
  { kind: 'time', title: '创建时间', text: (row) => row.create_time, width: 160 },
  { kind: 'text', title: '操作人', text: (row) => row.operator, width: 96 },
];
const look = (row: VersionRow) => ({ label: '查看', to: detailPath(row.id) });
const add = { label: '新增版本', permission: 'app:publish' } as const;

const AndroidList = listScreen({
  name: 'versions-android',
  source: androidSource,
  rowKey: (row) => row.id,
  columns: [...first, ...last, { kind: 'actions', title: '操作', actions: (row) => [look(row)], width: 88 }],
  add: { ...add, Form: AddAndroid },
});

const IosList = listScreen({
  name: 'versions-ios',
  source: iosSource,
  rowKey: (row) => row.id,
  columns: [
    ...first,
    { kind: 'status', title: '过审状态', text: (row) => row.status_name, tone: (row) => (isPassed(row) ? 'done' : 'wait'), width: 104 },
    ...last,
    {
      kind: 'actions',
      title: '操作',
      actions: (row, { can }) => [
        look(row),
        ...(can('app:publish') ? [isPassed(row) ? { label: '取消发布', dialog: withdraw } : { label: '发布', dialog: publish }] : []),
      ],
      width: 136,
    },
  ],
  add: { ...add, Form: AddIos },
});

const setReview = (review: 'passed' | 'waiting') => (row: VersionRow) =>
  post(
    '/api/version/iosSwitch',
    { id: row.id, status: iosReview.code(review) },
    { about: { act: review === 'passed' ? '已发布' : '已取消发布', name: `iOS ${row.current_version}` } },
  );
const publish = confirmRow<VersionRow>({
  title: '发布版本',
  verb: '发布',
  text: (row) => `确定将iOS版本${row.current_version}设为已过审吗？设置后App将显示更新等功能。`,
  send: setReview('passed'),
  listPath: iosSource.path,
});
const withdraw = confirmRow<VersionRow>({
  title: '取消发布',
  verb: '取消发布',
  text: (row) => `确定将iOS版本${row.current_version}设为未过审吗？设置后App将隐藏更新等功能。`,
  isDanger: true,
  send: setReview('waiting'),
  listPath: iosSource.path,
});

export const AndroidVersions = withTabs(AndroidList);
export const IosVersions = withTabs(IosList);

/** 版本管理 has no list of its own; it opens the first of its tabs. */
export function Versions() {
  return <Navigate to={versionsPath('android')} replace />;
}

function withTabs(List: ComponentType): ComponentType {
  return function TabbedVersions() {
    const { pathname } = useLocation();
    return (
      <div className="versions">
        <nav className="versions-tabs" role="tablist" aria-label="产品端">
          {appPlatform.names.map((platform) => (
            <Link key={platform} to={versionsPath(platform)} role="tab" aria-selected={pathname === versionsPath(platform)}>
              {appPlatform.label(platform)}
            </Link>
          ))}
        </nav>
        <List />
      </div>
    );
  };
}

function isPassed(row: VersionRow): boolean {
  return row.status !== '' && iosReview.is(row.status, 'passed');
}
