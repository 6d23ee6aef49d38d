import type { logCalls, LoginRow } from '../../../contract/console/login-logs.ts';
import { loginResult, loginWay, type LoginResult, type LoginWay } from '../../../domain/business/codes/access.ts';
import { formatTime, type TimeRange } from '../../../domain/kit/text/time.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { adminLoginList, userLoginList } from './login-log.ts';
import type { Deps } from '../deps.ts';

export function loginLogRoutes({ lists }: Pick<Deps, 'lists'>): Handlers<typeof logCalls> {
  return {
    async getLoginLog({ type, datetime: time, result, keyword, page, limit }) {
      return type === 'admin'
        ? adminLogins(lists, result, { time, keyword, page, limit })
        : userLogins(lists, { time, keyword, page, limit });
    },
  };
}

interface Slice {
  readonly time: TimeRange | undefined;
  readonly keyword: string;
  readonly page: number;
  readonly limit: number;
}

async function adminLogins(lists: Lists, result: LoginResult | undefined, slice: Slice): Promise<{ list: LoginRow[]; count: number }> {
  const { rows, total } = await listPage(lists, adminLoginList, { facets: { result }, ...slice });
  return { count: total, list: rows.map((row) => loginRowOf({ ...row, mobile: '' })) };
}

async function userLogins(lists: Lists, slice: Slice): Promise<{ list: LoginRow[]; count: number }> {
  const { rows, total } = await listPage(lists, userLoginList, { facets: {}, ...slice });
  return {
    count: total,
    list: rows.map((row) => loginRowOf({ ...row, name: row.name ?? '', mobile: row.mobile ?? '', result: 'success', way: null })),
  };
}

/** One attempt to sign in, by an operator or a user of the front end. */
type Login = Omit<ListRow<typeof adminLoginList>, 'way'> & { readonly mobile: string; readonly way: LoginWay | null };

function loginRowOf({ id, accountId, name, mobile, time, ip, result, way }: Login): LoginRow {
  return {
    id,
    account_id: accountId ?? '',
    name: name === '' ? mobile : name,
    mobile,
    login_time: formatTime(time),
    ip,
    result: loginResult.label(result),
    way: way === null ? '' : loginWay.label(way),
  };
}
