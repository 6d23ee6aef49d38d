import { keywordChars } from '../../kit/text/length.ts';

/** Lengths and constants of the two seeds. Lengths count Unicode code points. */
export const limits = {
  reasonChars: 20, // spec/console, 5.2: reason of a refused review
  evidencePerApplication: 100, // intake, POST /notarizations
  notarizationWorkingDays: 15, // the Notarization Law of 2017, article 30
  invoiceRemarkChars: 150, // spec/finance-app-authority, 9.3: remark of a first review
  invoiceOrdersMax: 100, // per invoice
  dealUserChars: 30,
  courierNumberChars: 40,
  courierCompanyChars: 30,
  personNameChars: 50, // of whoever fetches a document
  paperNumberChars: 30,
  documentCopies: 100, // originals of one document
  deliveryAddressChars: 100,
  payerChars: 64, // intake, POST /payments
  passkeyNameChars: 30,
  realnameChars: 15,
  usernameChars: 100, // as accepted by the login
  passwordChars: 30,
  passwordCharsMin: 8, // OWASP ASVS 6.2.1; spec/finance-app-authority, 5.7, has no minimum
  roleNameChars: 30,
  roleDescriptionChars: 200,
  giftPointsMax: 1_000_000_000, // per gift
  giftExplainChars: 200,
  fileNameChars: 45, // longer names are shown with an ellipsis
  uploadNameChars: 255, // of an uploaded file; the maximum of common file systems
  versionChars: 39, // four numbers of up to nine digits
  updateTextChars: 2000, // release notes of a version, for users and for the office
  feedbackChars: 2000,
  noteChars: 2000,
  noteMentions: 20, // colleagues mentioned in one note
  clientNameChars: 60, // of a client of the open API
  keywordChars,
  pageSize: 10,
  pageSizeMax: 100,
  turnPhoneSeconds: 3, // spec/console, 9.7: mobile video countdown
  requestTimeoutMs: 30_000,
  buttonGuardMs: 3_000,
  loadingClearMs: 1_000,
  downloadFrameMs: 300_000,
  disabledNoticeMs: 4_000,
  formBodyBytes: 1_048_576, // spec/wire, 6
  labelChars: 50, // spec/intake, 5: POST /captures and /recordings
  batchNumbers: 100, // spec/wire, 4: evidence in one batch download
  batchCloseSeconds: 5, // spec/console, 9.7: batch dialog
  draftChars: 8000, // of one draft, as its fields are serialized
  draftsPerAccount: 50, // beyond this, the oldest draft is deleted
  draftDays: 7,
  draftSubjectChars: 100,
  uniqueIdChars: 255, // intake, Idempotence
  webhooksPerClient: 20, // integration, Webhooks
  webhookUrlChars: 2048,
  webhookDescriptionChars: 200,
  replayMarkedMax: 1000, // events that an operator selects for one replay
  officeCredentials: 12, // valid at one time; each package carries their pictures (decision 0041)
  credentialChars: 60, // name, number and issuer of a credential of the office
  credentialUploadBytes: 8_388_608, // a picture as uploaded
  credentialUploadPixels: 25_000_000,
  credentialPictureBytes: 300_000, // a picture as stored
  credentialReasonChars: 100,
  evidenceUploadsPerUser: 20, // not yet evidence: their points are held, and they take storage
  erasureReasonChars: 200, // why personal data is or is not to be erased
  forkAnswerChars: 500, // an administrator's response to a fork of the log
  replayEventsMax: 100_000, // of one replay, and waiting at one endpoint
} as const;
