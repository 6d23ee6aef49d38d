import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { repairType, userType } from '../../domain/codes/users.ts';
import type { UserRow } from '../../contract/console/users.ts';
import type { RowDialog } from '../list/columns.ts';
import { filterFields } from '../list/list-source.ts';
import { enterpriseSource, individualSource } from './sources.ts';

const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));

/** The review of a row; the ones that follow it come under the list's own filters. */
export const ReviewFromList: RowDialog<UserRow> = ({ row, close }) => {
  const [search] = useSearchParams();
  const source = userType.is(row.authType, 'enterprise') ? enterpriseSource : individualSource;
  const isRepair = repairType.is(row.repairType, 'pending');
  return (
    <Suspense>
      <ReviewDialog userId={row.user_id} type={row.authType} isRepair={isRepair} filters={filterFields(source, search)} close={close} />
    </Suspense>
  );
};
