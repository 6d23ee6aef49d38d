import { credentialKind, type CredentialKind, type CredentialStatus } from '../../business/codes/office-credentials.ts';
import { dayMs, formatDay, parseDay } from '../../kit/text/time.ts';

/** A credential of the office (资质) as the log contains it. All of it is public: it is only about the office. */
export interface OfficeCredential {
  /** Decimal, never reused. */
  readonly id: string;
  readonly kind: CredentialKind;
  /** Title of the document. */
  readonly name: string;
  readonly number: string;
  readonly issuer: string;
  /** First day, `yyyy-MM-dd` in Shanghai. */
  readonly validFrom: string;
  /** Last day; null if it does not expire. */
  readonly validUntil: string | null;
  readonly picture: CredentialPicture;
  /** When the office recorded it: RFC 3339 in UTC with milliseconds, like all instants here. */
  readonly recordedAt: string;
  /** The id of the credential that it replaces; null for the first of its line. */
  readonly replaces: string | null;
  readonly withdrawn: Withdrawal | null;
}

/** A JPEG picture. */
export interface CredentialPicture {
  /** 64 lower-case hex digits. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface Withdrawal {
  readonly at: string;
  readonly reason: string;
}

/** State of a credential at an instant. */
export type CredentialValidity = 'valid' | 'early' | 'ended' | 'withdrawn';

export function validityAt(
  { validFrom, validUntil, withdrawn }: Pick<OfficeCredential, 'validFrom' | 'validUntil' | 'withdrawn'>,
  at: Date,
): CredentialValidity {
  if (withdrawn && at >= new Date(withdrawn.at)) return 'withdrawn';
  const day = formatDay(at);
  if (day < validFrom) return 'early';
  return validUntil !== null && day > validUntil ? 'ended' : 'valid';
}

/** Days until the credential expires: 0 on its last day, negative afterwards. Null if it does not expire. */
export function daysLeft(validUntil: string | null, now: Date): number | null {
  const last = validUntil === null ? null : parseDay(validUntil);
  const today = parseDay(formatDay(now));
  return last && today ? Math.round((last.getTime() - today.getTime()) / dayMs) : null;
}

/** Status shown to operators now. */
export function credentialStatusOf(
  credential: Pick<OfficeCredential, 'validFrom' | 'validUntil' | 'withdrawn'> & { readonly isReplaced: boolean },
  now: Date,
): CredentialStatus {
  if (credential.isReplaced) return 'replaced';
  const validity = validityAt(credential, now);
  if (validity !== 'valid') return validity;
  const left = daysLeft(credential.validUntil, now);
  return left !== null && left <= credentialNoticeDays ? 'ending' : 'valid';
}

/** How many days before the expiry the office is notified (court: sixty days). */
export const credentialNoticeDays = 60;

/** Title of a credential where its own text must not be quoted. */
export function credentialTitle({ kind }: Pick<OfficeCredential, 'kind'>): string {
  return credentialKind.label(kind);
}

/** For example `2024-01-01 至 2029-12-31` or `2024-01-01 起长期`. */
export function validityText({ validFrom, validUntil }: Pick<OfficeCredential, 'validFrom' | 'validUntil'>): string {
  return validUntil === null ? `${validFrom} 起长期` : `${validFrom} 至 ${validUntil}`;
}
