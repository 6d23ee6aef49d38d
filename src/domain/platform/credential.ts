import { credentialKind, type CredentialKind, type CredentialStatus } from '../codes/office-credentials.ts';
import { dayMs, formatDay, parseDay } from '../text/time.ts';

/** A credential of the office (资质) as the log holds it. All of it is public: it says nothing of anybody but the office. */
export interface OfficeCredential {
  /** Decimal, and never used for another. */
  readonly id: string;
  readonly kind: CredentialKind;
  /** What the document calls itself. */
  readonly name: string;
  readonly number: string;
  readonly issuer: string;
  /** `yyyy-MM-dd` in Shanghai: the first day. */
  readonly validFrom: string;
  /** The last day; null for one without an end. */
  readonly validUntil: string | null;
  readonly picture: CredentialPicture;
  /** When the office wrote it down: RFC 3339 in UTC with milliseconds, as all instants here. */
  readonly recordedAt: string;
  /** The id of the one in whose place it stands; null for the first of its line. */
  readonly replaces: string | null;
  readonly withdrawn: Withdrawal | null;
}

/** A JPEG. */
export interface CredentialPicture {
  /** 64 lower-case hex digits. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface Withdrawal {
  readonly at: string;
  readonly reason: string;
}

/** How a credential stands at an instant. */
export type CredentialStanding = 'valid' | 'early' | 'ended' | 'withdrawn';

export function standingAt(
  { validFrom, validUntil, withdrawn }: Pick<OfficeCredential, 'validFrom' | 'validUntil' | 'withdrawn'>,
  at: Date,
): CredentialStanding {
  if (withdrawn && at >= new Date(withdrawn.at)) return 'withdrawn';
  const day = formatDay(at);
  if (day < validFrom) return 'early';
  return validUntil !== null && day > validUntil ? 'ended' : 'valid';
}

/** Days until one that ends has ended: 0 on its last day, negative afterwards. Null without an end. */
export function daysLeft(validUntil: string | null, now: Date): number | null {
  const last = validUntil === null ? null : parseDay(validUntil);
  const today = parseDay(formatDay(now));
  return last && today ? Math.round((last.getTime() - today.getTime()) / dayMs) : null;
}

/** As operators see it today. */
export function credentialStatusOf(
  credential: Pick<OfficeCredential, 'validFrom' | 'validUntil' | 'withdrawn'> & { readonly isReplaced: boolean },
  now: Date,
): CredentialStatus {
  if (credential.isReplaced) return 'replaced';
  const standing = standingAt(credential, now);
  if (standing !== 'valid') return standing;
  const left = daysLeft(credential.validUntil, now);
  return left !== null && left <= credentialNoticeDays ? 'ending' : 'valid';
}

/** How long before its end the office is told (court: sixty days). */
export const credentialNoticeDays = 60;

/** What a credential is called where its own words are not to be quoted. */
export function credentialTitle({ kind }: Pick<OfficeCredential, 'kind'>): string {
  return credentialKind.label(kind);
}

/** `2024-01-01 至 2029-12-31`, `2024-01-01 起长期`. */
export function validityText({ validFrom, validUntil }: Pick<OfficeCredential, 'validFrom' | 'validUntil'>): string {
  return validUntil === null ? `${validFrom} 起长期` : `${validFrom} 至 ${validUntil}`;
}
