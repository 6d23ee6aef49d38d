import { userPage } from '../../../domain/business/access/access.ts';
import { repairType, userStatus, userType, type UserType } from '../../../domain/business/codes/users.ts';
import { identitySpellings } from '../../../domain/kit/text/identity-number.ts';
import type { Deps } from '../../custody/deps.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { exactLookUp } from '../../desk/lists/exact-rows.ts';
import { firstRows } from '../../desk/lists/first-rows.ts';
import { actsOf, distinct, nothing, rowsSought, type Finder, type FoundRecord } from '../../desk/search/finder.ts';
import { isText, mayBeIdentity, type SearchKeyword } from '../../desk/search/keyword.ts';
import { userList, type ListedUser } from './user-list.ts';
import { userRowOf } from './wire-rows.ts';

/** Finds users by mobile, by the whole number of an identity card or a company, or by name. */
export function userFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  const byMobile = exactLookUp(lists, userList, 'mobile', { facets: ['type'], limit: rowsSought, rows: 'one' });
  const by = (column: string) => exactLookUp(lists, userList, column, { narrowing: ['type'], limit: rowsSought });
  const [byCard, byCode] = [by('id_card'), by('tax_code')];
  const rowsOf = async (type: UserType, sought: SearchKeyword): Promise<readonly ListedUser[] | null> => {
    if (sought.form === 'mobile') return byMobile(sought.number, { type });
    if (isText(sought)) return firstRows(lists, userList, { facets: { type }, keyword: sought.text, limit: rowsSought });
    if (!mayBeIdentity(sought)) return [];
    return distinct(await Promise.all([byCard(sought.number, { type }), byCode(sought.number, { type })]), ({ id }) => id);
  };
  return (['enterprise', 'personal'] as const).map((type) => ({
    kind: `user/${type}`,
    name: `${userType.label(type)}用户`,
    needs: userPage[type],
    list: type === 'enterprise' ? '/user/enterprise' : '/user/individual',
    findsIdentity: true,
    async find(sought, operator) {
      const rows = await rowsOf(type, sought);
      return { ...nothing, hits: rows && rows.map((row) => hitOf(row, sought, operator)) };
    },
  }));
}

function hitOf(user: ListedUser, { number }: SearchKeyword, operator: Operator): FoundRecord {
  const { name, mobile, taxNumber, contact_idcard: idCard } = userRowOf(user);
  const isRepair = user.repair === 'pending';
  return {
    id: user.id,
    title: name,
    texts: [mobile, user.type === 'enterprise' ? taxNumber : idCard].filter((text) => text !== '' && text !== name),
    status: isRepair ? repairType.label('pending') : userStatus.label(user.status),
    url: `/user/Detail/${user.id}`,
    acts: actsOf(operator, [
      ['审核', 'user:review', isRepair || user.status === 'pending'],
      ['赠送积分', 'user:gift', user.status === 'approved'],
    ]),
    ...(identitySpellings(number).includes(user.idCard.toUpperCase()) && { identified: `user/${user.id}` }),
  };
}
