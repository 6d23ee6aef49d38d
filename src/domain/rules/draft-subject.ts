/** What a draft is about. The same name for the console, which keeps it, and for the decision, which ends it. */
export const draftSubject = {
  userReview: (userId: string, isRepair: boolean) => `user/${userId}${isRepair ? '/repair' : ''}`,
  applicationReview: (orderId: string) => `application/${orderId}`,
  invoiceReview: (invoiceId: string, step: string, way: string) => `invoice/${invoiceId}/${step}/${way}`,
  /** On the queue's screen, where one form holds either decision. */
  invoiceQueue: (invoiceId: string, step: string) => `invoice/${invoiceId}/${step}`,
  redFlush: (invoiceId: string) => `invoice/${invoiceId}/red-flush`,
  gift: 'gift',
  version: (platform: string) => `version/${platform}`,
  role: (roleId: string | undefined) => `role/${roleId ?? 'new'}`,
  account: (accountId: string | undefined) => `account/${accountId ?? 'new'}`,
} as const;

/** Lower-case words and numbers between slashes. */
export const draftSubjectForm = /^[a-z][a-z-]*(?:\/[a-z0-9-]+){0,4}$/;

/** A field that must never be kept: its name says that it holds a password, a key or a code. */
export function isSecretField(name: string): boolean {
  return /passw|secret|totp|token|imgcode|captcha|otp$|_key$|credential/i.test(name);
}
