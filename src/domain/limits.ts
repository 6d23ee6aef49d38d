/** Lengths and constants of the two seeds, once. Lengths count Unicode code points. */
export const limits = {
  reasonChars: 20, // seed 1, section 5: reason of a refused review
  realnameChars: 15,
  usernameChars: 100, // what the login takes
  passwordChars: 30,
  passwordCharsMin: 8, // the seeds name no least length; OWASP ASVS 6.2.1
  roleNameChars: 30,
  roleDescriptionChars: 200,
  giftPointsMax: 1_000_000_000, // of one gift
  giftExplainChars: 200,
  fileNameChars: 45, // longer names are shown with an ellipsis
  keywordChars: 100,
  pageSize: 10,
  pageSizeMax: 100,
  turnPhoneSeconds: 3, // seed 1, section 9: mobile video countdown
  requestTimeoutMs: 30_000,
  buttonGuardMs: 3_000,
  loadingClearMs: 1_000,
  downloadFrameMs: 300_000,
  disabledNoticeMs: 4_000,
  formBodyBytes: 1_048_576, // wire, section 6
  batchNumbers: 100, // wire, section 4: evidence in one batch download
  batchCloseSeconds: 5, // seed 1, section 9: batch dialog
  uniqueIdChars: 255, // intake, Idempotence
} as const;

/** Length as operators count it: an emoji or a rare character is one. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
