import { lazy } from 'react';
import type { RecordAct } from '../search/search.tsx';

const GiftTo = lazy(async () => ({ default: (await import('../points/gift-to.tsx')).GiftTo }));

/** What one resource offers on the records of another, wherever they are in hand. */
export const recordActs: readonly RecordAct[] = [{ label: '赠送积分', permission: 'user:gift', Dialog: GiftTo }];
