import { codeTable, type NameOf } from './code-table.ts';

/** The platform of an app version. */
export const appPlatform = codeTable({
  android: [1, 'Android'],
  ios: [2, 'iOS'],
});
export type AppPlatform = NameOf<typeof appPlatform>;

/**
 * Whether the app store has approved an iOS version. Until then the app hides what a store reviewer must not see
 * (spec/finance-app-authority, 4.5).
 */
export const iosReview = codeTable({
  waiting: [0, '未过审'],
  passed: [1, '已过审'],
});
export type IosReview = NameOf<typeof iosReview>;
