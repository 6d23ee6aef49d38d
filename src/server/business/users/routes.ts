import { userCalls, type UserDetail } from '../../../contract/console/users.ts';
import { checkRecordOf, detailInfoOf, timeOrEmpty, userRowOf } from './wire-rows.ts';
import { userPage } from '../../../domain/business/access/access.ts';
import { userStatus, userType, type UserListStatus } from '../../../domain/business/codes/users.ts';
import { maskIdNumber } from '../../../domain/kit/text/masking.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import { xlsxOf, type ExportColumn } from '../../desk/lists/export/xlsx.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { heldPoints } from '../points/held-points.ts';
import { pointsOf } from '../points/ledger.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { FileLinks } from '../../platform/storage/signed-links.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import { nextUnder } from './queue.ts';
import { reviewUser } from './review.ts';
import { findUser, type FoundUser } from './find-user.ts';
import { submissionOf } from './submission.ts';
import { listUsers, streamUsers, type ListedUser } from './user-list.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Deps } from '../../custody/deps.ts';

export function userRoutes({ config, db, lists }: Pick<Deps, 'config' | 'db' | 'lists'>): Handlers<typeof userCalls> {
  return {
    async getUserList(input, { operator }) {
      const { rows, total } = await listUsers(lists, userFiltersOf(input), {
        page: input.page,
        limit: input.limit,
        by: operator.accountId,
      });
      return { list: rows.map(userRowOf), count: total };
    },

    async nextReview({ kind = 'first', after, ...input }, { operator }) {
      const { type, keyword, registered, checked } = userFiltersOf(input);
      const filters = { type, keyword, registered, checked };
      const [user_id = '', { total }] = await Promise.all([
        nextUnder(db, { ...filters, kind }, operator.accountId, config.claims, after),
        listUsers(lists, { ...filters, status: kind === 'first' ? 'pending' : 'supplementary' }, { page: 1, limit: 1 }),
      ]);
      return { user_id, count: total };
    },

    async userDetail({ user_id }, { operator, ip, links }) {
      const found = await findUser(db, user_id);
      if (!found) throw refuse('该用户不存在');
      const reviews = operator.permissions.has('user:review');
      if (!reviews && !operator.permissions.has(userPage[found.user.type])) throw new Refusal('forbidden');
      const balance = operator.permissions.has('user:balance') ? await balanceOf(db, user_id) : {};
      const detail = detailOf(found, links, { revealed: reviews, balance });
      await recordReveal(found, operatorActor(operator, ip), { detail, reviews });
      return detail;
    },

    async updateUserStatus(decision, { operator, ip }) {
      await reviewUser(db, 'first', decision, operatorActor(operator, ip));
      return null;
    },

    async repairCheck(decision, { operator, ip }) {
      await reviewUser(db, 'repair', decision, operatorActor(operator, ip));
      return null;
    },

    async userExport(input, { operator, ip }) {
      const filters = userFiltersOf(input);
      const name = input.type === 'enterprise' ? '企业用户' : '个人用户';
      await recordTrail(db, operatorActor(operator, ip), {
        action: '导出',
        object: `users/${input.type}`,
        after: { ...filters, keyword: maskIdNumber(filters.keyword) },
      });
      return xlsxOf(name, exportColumns[input.type], streamUsers(lists, filters));
    },
  };

  /**
   * Records every access to unmasked personal data on the trail (spec/wire, 6, *Masking*). Photographs count too, because they show the
   * number that is masked beside them.
   */
  async function recordReveal(
    { user, submitted, verified, refused }: FoundUser,
    actor: ReturnType<typeof operatorActor>,
    { detail, reviews }: { detail: UserDetail; reviews: boolean },
  ): Promise<void> {
    const hasPictures = [submitted, verified, refused].some(
      (submission) => submission !== null && Object.keys(submission.pictures).length > 0,
    );
    const shown = [
      ...(reviews && (detail.userDetailInfo ?? detail.refusedDetailInfo) ? ['contact_idcard'] : []),
      ...(hasPictures ? ['pictures'] : []),
      ...(detail.userInfo.security_key ? ['security_key'] : []),
    ];
    if (shown.length === 0) return;
    await recordTrail(db, actor, { action: '查看用户资料', object: `user/${user.id}`, after: { shown } });
  }
}

interface UserQuery {
  readonly type: 'personal' | 'enterprise';
  readonly status?: UserListStatus | undefined;
  readonly keyword: string;
  readonly registtime?: { from: Date; until: Date } | undefined;
  readonly realtime?: { from: Date; until: Date } | undefined;
}

/** The list filters of a call. */
export function userFiltersOf({ type, status, keyword, registtime, realtime }: UserQuery) {
  return { type, status, keyword, registered: registtime, checked: realtime };
}

async function balanceOf(db: Database, userId: string): Promise<Balance> {
  const [points, held] = [await pointsOf(db, userId), (await heldPoints(db, [userId])).get(userId)];
  return { points, ...(held !== undefined && { held }) };
}

type Balance = Pick<UserDetail['userInfo'], 'points' | 'held'>;

function detailOf(
  { user, submitted, verified, refused, checkRecords }: FoundUser,
  links: FileLinks,
  { revealed, balance }: { readonly revealed: boolean; readonly balance: Balance },
): UserDetail {
  const credentials = user.type === 'enterprise' && user.status === 'approved' && user.app_id !== null ? { app_id: user.app_id } : {};
  const secret = 'app_id' in credentials && revealed && user.security_key !== null ? { security_key: user.security_key } : {};
  const mobile = typedPhone(user.mobile);
  const infoOf = (row: typeof submitted) => row && detailInfoOf(user.type, user.repair, submissionOf(row, links), revealed);
  return {
    userInfo: {
      user_id: user.id,
      name: user.name === '' ? mobile : user.name,
      mobile,
      type: userType.code(user.type),
      type_name: userType.label(user.type),
      user_status: userStatus.code(user.status),
      status_name: userStatus.label(user.status),
      registered_time: formatTime(user.registered_at),
      loginTime: timeOrEmpty(user.last_login_at),
      ...balance,
      ...credentials,
      ...secret,
    },
    userDetailInfo: infoOf(submitted),
    verifiedDetailInfo: infoOf(verified),
    refusedDetailInfo: infoOf(refused),
    checkRecords: checkRecords.map(checkRecordOf),
  };
}

// The list's columns in its order (screens, 企业用户认证 and 个人用户认证).
const shared: ExportColumn<ListedUser>[] = [
  { header: '手机号', cell: ({ mobile }) => mobile },
  { header: '注册时间', cell: (user) => formatTime(user.registeredAt) },
  { header: '认证状态', width: 12, cell: (user) => userStatus.label(user.status) },
  { header: '认证时间', cell: (user) => timeOrEmpty(user.checkedAt) },
];
const lastLogin: ExportColumn<ListedUser> = { header: '最近登录时间', cell: (user) => timeOrEmpty(user.lastLoginAt) };
const exportColumns: Record<UserQuery['type'], ExportColumn<ListedUser>[]> = {
  enterprise: [
    { header: '企业名称', width: 36, cell: (user) => userRowOf(user).name },
    ...shared,
    { header: '税号', width: 24, cell: (user) => user.taxNumber },
    lastLogin,
  ],
  personal: [
    { header: '姓名', cell: (user) => userRowOf(user).name },
    ...shared,
    { header: '身份证号', width: 24, cell: (user) => userRowOf(user).contact_idcard },
    lastLogin,
  ],
};
