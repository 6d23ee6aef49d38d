import { codeTable, type NameOf } from './code-table.ts';

/** Which app a version is of. */
export const appPlatform = codeTable({
  android: [1, 'Android'],
  ios: [2, 'iOS'],
});
export type AppPlatform = NameOf<typeof appPlatform>;

/** Whether the store has let an iOS version through; until then the app hides what a reviewer must not see (seed 2, section 4). */
export const iosReview = codeTable({
  waiting: [0, '未过审'],
  passed: [1, '已过审'],
});
export type IosReview = NameOf<typeof iosReview>;
