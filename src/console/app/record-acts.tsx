import { lazy } from 'react';
import type { RecordAct } from '../search/search.tsx';

const GiftTo = lazy(async () => ({ default: (await import('../points/gift-to.tsx')).GiftTo }));

/** Actions of one resource on the records of another, wherever such a record is shown. */
export const recordActs: readonly RecordAct[] = [{ label: '赠送积分', permission: 'user:gift', Dialog: GiftTo }];
