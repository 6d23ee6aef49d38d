/** Name of what a draft belongs to. The console stores drafts under it, and the server deletes them when the decision is made. */
export const draftSubject = {
  userReview: (userId: string, isRepair: boolean) => `user/${userId}${isRepair ? '/repair' : ''}`,
  applicationReview: (orderId: string) => `application/${orderId}`,
  invoiceReview: (invoiceId: string, step: string, way: string) => `invoice/${invoiceId}/${step}/${way}`,
  /** For the queue's screen, where one form serves both decisions. */
  invoiceQueue: (invoiceId: string, step: string) => `invoice/${invoiceId}/${step}`,
  redFlush: (invoiceId: string) => `invoice/${invoiceId}/red-flush`,
  gift: 'gift',
  version: (platform: string) => `version/${platform}`,
  role: (roleId: string | undefined) => `role/${roleId ?? 'new'}`,
  account: (accountId: string | undefined) => `account/${accountId ?? 'new'}`,
} as const;

/** Lower-case words and numbers, separated by slashes. */
export const draftSubjectForm = /^[a-z][a-z-]*(?:\/[a-z0-9-]+){0,4}$/;

/** Whether a field must never be stored, because its name indicates a password, a key or a code. */
export function isSecretField(name: string): boolean {
  return /passw|secret|totp|token|imgcode|captcha|otp$|_key$|credential/i.test(name);
}
