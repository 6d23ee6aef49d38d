import { lazy, Suspense } from 'react';
import { repairType } from '../../../domain/business/codes/users.ts';
import type { UserRow } from '../../../contract/console/users.ts';
import type { RowDialog } from '../../kit/list/columns.ts';

const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));

/** The review of a row. The following reviews obey the list's filters. */
export const ReviewFromList: RowDialog<UserRow> = ({ row, filters, close }) => {
  const isRepair = repairType.is(row.repairType, 'pending');
  return (
    <Suspense>
      <ReviewDialog userId={row.user_id} type={row.authType} isRepair={isRepair} filters={filters} close={close} />
    </Suspense>
  );
};
