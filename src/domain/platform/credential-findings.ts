import { credentialKind, type CredentialKind } from '../codes/office-credentials.ts';
import { credentialPictureName } from '../evidence/package-names.ts';
import { standingAt, type CredentialStanding, type OfficeCredential } from './credential.ts';
import type { CredentialList } from './credential-list.ts';

/** What a list of credentials says of one evidence: plain, and derived from the list alone. */
export interface CredentialFinding {
  readonly kind: CredentialKind;
  readonly name: string;
  readonly number: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validUntil: string | null;
  /** When the evidence was received. */
  readonly atEvidence: CredentialStanding;
  /** The one of its line that is valid at the moment that was asked about, or else the newest. */
  readonly now: CredentialStanding;
  /** When that one ends; null without an end. */
  readonly nowUntil: string | null;
  /** The office wrote it down after it had received the evidence: the log did not hold it then. */
  readonly isRecordedLater: boolean;
  /** Name of its picture in a package. */
  readonly picture: ReturnType<typeof credentialPictureName>;
}

/** One finding for each line of credentials that replaced one another, in the order of kinds. */
export function credentialFindings(list: CredentialList, receivedAt: Date, now: Date): CredentialFinding[] {
  return credentialLines(list).map((line) => {
    const [shown, present] = [shownOf(line, receivedAt), shownOf(line, now)];
    const { kind, name, number, issuer, validFrom, validUntil, recordedAt } = shown;
    return {
      kind,
      name,
      number,
      issuer,
      validFrom,
      validUntil,
      atEvidence: standingAt(shown, receivedAt),
      now: standingAt(present, now),
      nowUntil: present.validUntil,
      isRecordedLater: new Date(recordedAt) > receivedAt,
      picture: credentialPictureName(shown.id),
    };
  });
}

/**
 * The credentials whose pictures go with an evidence: of each line the one that was valid when it was received, and the newest that stands.
 * At most `maxPictures`.
 */
export function picturedCredentials(list: CredentialList, receivedAt: Date): OfficeCredential[] {
  const wanted = credentialLines(list).flatMap((line) => [shownOf(line, receivedAt), ...(line[0].withdrawn === null ? [line[0]] : [])]);
  return [...new Map(wanted.map((one) => [one.id, one])).values()].slice(0, maxPictures);
}

/** Twice as many as an office has that stand (limits.officeCredentials). */
const maxPictures = 24;

/** The newest is the first of its line. */
type CredentialLine = readonly [OfficeCredential, ...OfficeCredential[]];

/** Lines in the order of kinds; a list that names its own in a ring has none of them. */
function credentialLines({ credentials }: CredentialList): CredentialLine[] {
  const byId = new Map(credentials.map((one) => [one.id, one]));
  const replaced = new Set(credentials.map(({ replaces }) => replaces));
  const heads = credentials.filter(({ id }) => !replaced.has(id));
  return heads
    .map((head): CredentialLine => {
      const line: [OfficeCredential, ...OfficeCredential[]] = [head];
      for (let next = before(head); next && !line.includes(next); next = before(next)) line.push(next);
      return line;
    })
    .toSorted(([a], [b]) => credentialKind.code(a.kind) - credentialKind.code(b.kind) || Number(a.id) - Number(b.id));

  function before({ replaces }: OfficeCredential): OfficeCredential | undefined {
    return replaces === null ? undefined : byId.get(replaces);
  }
}

/** The newest that was valid then, or else the newest. */
function shownOf(line: CredentialLine, receivedAt: Date): OfficeCredential {
  return line.find((one) => standingAt(one, receivedAt) === 'valid') ?? line[0];
}
