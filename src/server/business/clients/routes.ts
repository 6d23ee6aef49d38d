import type { ClientRow, clientCalls } from '../../../contract/console/clients.ts';
import { clientKind, clientStatus } from '../../../domain/business/codes/clients.ts';
import { maskIdNumber } from '../../../domain/kit/text/masking.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Deps } from '../../custody/deps.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { xlsxOf, type ExportColumn } from '../../desk/lists/export/xlsx.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import { streamRows } from '../../desk/lists/stream.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import { callsToday, clientFilters, clientList, type CallsToday, type ListedClient } from './client-list.ts';
import { addClient, rotateClient, setClientStatus } from './clients.ts';

export function clientRoutes({ db, lists }: Pick<Deps, 'db' | 'lists'>): Handlers<typeof clientCalls> {
  return {
    async getClientList({ page, limit, ...query }, { operator }) {
      const { rows, total } = await listPage(lists, clientList, { ...clientFilters(query), page, limit, by: operator.accountId });
      const calls = await callsToday(
        lists,
        rows.map(({ appId }) => appId),
        new Date(),
      );
      return { list: rows.map((row, at) => clientRowOf(row, calls[at] ?? none)), count: total };
    },

    async clientExport(query, { operator, ip }) {
      const { type, status, keyword } = query;
      await recordTrail(db, operatorActor(operator, ip), {
        action: '导出',
        object: 'clients',
        after: { type, status, keyword: maskIdNumber(keyword) },
      });
      return xlsxOf('接口客户端', exportColumns, streamRows(lists, clientList, clientFilters(query)));
    },

    async addClient({ name }, { operator, ip }) {
      return addClient(db, name, operatorActor(operator, ip));
    },

    async rotateClient({ app_id: appId }, { operator, ip }) {
      const { previousUntil, ...credential } = await rotateClient(db, { appId }, operatorActor(operator, ip));
      return { ...credential, previous_until: formatTime(previousUntil) };
    },

    async clientDisable({ app_id: appId, status }, { operator, ip }) {
      await setClientStatus(db, { appId }, status, operatorActor(operator, ip));
      return null;
    },
  };
}

function clientRowOf(client: ListedClient, { all, refused }: CallsToday): ClientRow {
  const { name, appId, kind, status, lastCall, createdAt, previousUntil } = client;
  return {
    name,
    app_id: appId,
    type: clientKind.code(kind),
    type_name: clientKind.label(kind),
    status: clientStatus.code(status),
    status_name: clientStatus.label(status),
    last_call: lastCall ? formatTime(lastCall) : '',
    today: all,
    today_fail: refused,
    create_time: formatTime(createdAt),
    previous_until: previousUntil && previousUntil > new Date() ? formatTime(previousUntil) : '',
  };
}

const none: CallsToday = { all: 0, refused: 0 };

// The list's columns in its order. Today's counts are left out, because the file is kept longer than a day.
const exportColumns: ExportColumn<ListedClient>[] = [
  { header: '名称', width: 36, cell: ({ name }) => name },
  { header: 'app_id', width: 20, cell: ({ appId }) => appId },
  { header: '类型', width: 8, cell: ({ kind }) => clientKind.label(kind) },
  { header: '状态', width: 8, cell: ({ status }) => clientStatus.label(status) },
  { header: '最近调用', cell: ({ lastCall }) => (lastCall ? formatTime(lastCall) : '') },
  { header: '创建时间', cell: ({ createdAt }) => formatTime(createdAt) },
];
