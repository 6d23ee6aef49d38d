import { sql } from 'kysely';
import type { HintRow } from '../../../contract/console/hints.ts';
import { userType, type UserType } from '../../../domain/business/codes/users.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { identitySpellings } from '../../../domain/kit/text/identity-number.ts';
import { typedNumber, typedPhone } from '../../../domain/kit/text/typed.ts';
import { isSpelled } from '../../desk/lists/mobile-of-users.ts';
import type { Database } from '../../platform/db/database.ts';
import { notice } from './hint-row.ts';

interface Submitted {
  readonly id: string;
  readonly userId: string;
  readonly type: UserType;
  readonly idCard: string;
  readonly taxNumber: string;
  readonly mobile: string;
}

/** Upper limit of hints per kind. */
const most = 5;

/** Other users with the same identity number, tax number or mobile; each look-up uses an index. */
export async function sameElsewhere(db: Database, { userId, idCard, taxNumber, mobile }: Submitted): Promise<HintRow[]> {
  const found = (where: ReturnType<typeof sql<boolean>>) =>
    db
      .selectFrom('users as u')
      // The last submission of the other user is used for the comparison.
      .leftJoinLateral(
        (from) => from.selectFrom('user_submission').select('id').whereRef('user_id', '=', 'u.id').orderBy('id', 'desc').limit(1).as('s'),
        (join) => join.onTrue(),
      )
      .select(['u.id', 'u.name', 'u.type', 's.id as submissionId'])
      .where(where)
      .where('u.id', '!=', userId)
      .orderBy('u.id', 'desc')
      .limit(most)
      .execute();
  const kinds = [
    {
      name: '身份证号相同',
      value: idCard,
      where: sql<boolean>`u.id_card = any(${[idCard, ...identitySpellings(idCard)]}::text[]) and u.id_card <> ''`,
    },
    {
      name: '税号相同',
      value: taxNumber,
      where: sql<boolean>`u.tax_code = any(${[taxNumber.toUpperCase(), typedNumber(taxNumber)]}::text[]) and u.tax_code <> ''`,
    },
    {
      name: '手机号相同',
      value: mobile,
      where: sql<boolean>`u.type in ('personal', 'enterprise') and
        (u.mobile = ${typedPhone(mobile)} or ${isSpelled(sql.ref('u.mobile'), sql`${mobile}::text`)})`,
    },
  ].filter(({ value }) => value !== '');
  const rows = await Promise.all(kinds.map(async ({ name, where }) => ({ name, users: await found(where) })));
  return rows.flatMap(({ name, users }) =>
    users.map((user) =>
      notice({
        name,
        text: `${userType.label(user.type)}用户 ${user.id}（${user.name}）`,
        rule: '与其他用户当前资料相同（号码的写法不计）',
        other_submission_id: user.submissionId ?? '',
      }),
    ),
  );
}

/** Rejections of this user, and of others who submitted the same identity number. */
export async function earlierRejections(db: Database, { id, userId, idCard }: Submitted): Promise<HintRow[]> {
  const rows = await db
    .selectFrom('check_record as c')
    .select(['c.submission_id as submissionId', 'c.user_id as userId', 'c.verified_at as at', 'c.reason'])
    .where('c.result', '=', 'failed')
    .where('c.submission_id', '!=', id)
    .where((is) =>
      is.or([
        is('c.user_id', '=', userId),
        is('c.user_id', 'in', (from) =>
          from
            .selectFrom('users')
            .select('id')
            .where('id_card', 'in', [idCard, ...identitySpellings(idCard)])
            .where('id_card', '<>', '')
            .limit(most),
        ),
      ]),
    )
    .orderBy('c.id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) =>
    notice({
      name: row.userId === userId ? '曾被拒绝' : '同一身份证号曾被拒绝',
      text: `${formatTime(row.at)}：${row.reason}`,
      rule: '审核记录',
      other_submission_id: row.submissionId,
    }),
  );
}
