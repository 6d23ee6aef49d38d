/** Lengths and constants of the two seeds, once. Lengths count Unicode code points. */
export const limits = {
  reasonChars: 20, // seed 1, section 5: reason of a refused review
  evidencePerApplication: 100, // intake, POST /notarizations
  notarizationWorkingDays: 15, // the Notarization Law of 2017, article 30
  invoiceRemarkChars: 150, // seed 2, section 9: remark of a first review
  invoiceOrdersMax: 100, // of one invoice
  dealUserChars: 30,
  courierNumberChars: 40,
  payerChars: 64, // intake, POST /payments
  passkeyNameChars: 30,
  realnameChars: 15,
  usernameChars: 100, // what the login takes
  passwordChars: 30,
  passwordCharsMin: 8, // the seeds name no least length; OWASP ASVS 6.2.1
  roleNameChars: 30,
  roleDescriptionChars: 200,
  giftPointsMax: 1_000_000_000, // of one gift
  giftExplainChars: 200,
  fileNameChars: 45, // longer names are shown with an ellipsis
  uploadNameChars: 255, // of an uploaded file; what file systems take
  versionChars: 39, // four numbers of nine digits
  updateTextChars: 2000, // of a version: what is new, for users and inside the office
  feedbackChars: 2000,
  noteChars: 2000,
  noteMentions: 20, // colleagues that one note names
  clientNameChars: 60, // of a client of the open API
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
  labelChars: 50, // intake, POST /captures and /recordings
  batchNumbers: 100, // wire, section 4: evidence in one batch download
  batchCloseSeconds: 5, // seed 1, section 9: batch dialog
  draftChars: 8000, // of one draft, as its fields are written
  draftsPerAccount: 50, // the oldest one makes room
  draftDays: 7,
  draftSubjectChars: 100,
  uniqueIdChars: 255, // intake, Idempotence
  webhooksPerClient: 20, // integration, Webhooks
  webhookUrlChars: 2048,
  webhookDescriptionChars: 200,
  replayMarkedMax: 1000, // events that an operator names for one replay
  officeCredentials: 12, // that stand at one time; each package carries their pictures (decision 0041)
  credentialChars: 60, // name, number and issuer of a credential of the office
  credentialUploadBytes: 8_388_608, // a picture as it comes
  credentialUploadPixels: 25_000_000,
  credentialPictureBytes: 300_000, // a picture as it is kept
  credentialReasonChars: 100,
  evidenceUploadsPerUser: 20, // that have not become evidence: they take room, and cost no points yet
  erasureReasonChars: 200, // why personal data is to be erased, or not
  forkAnswerChars: 500, // what an administrator says to a fork of the log
  replayEventsMax: 100_000, // of one replay, and of those that wait at an endpoint
} as const;

/** Length as operators count it: an emoji or a rare character is one. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
