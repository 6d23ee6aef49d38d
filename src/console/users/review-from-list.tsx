import type { UserRow } from '../../contract/users.ts';
import type { RowDialog } from '../kit/columns.ts';

export const ReviewFromList: RowDialog<UserRow> = ({ row }) => row.name;
