import { credentialKind, type CredentialKind } from '../../business/codes/office-credentials.ts';
import { credentialPictureName } from '../evidence/package-names.ts';
import { validityAt, type CredentialValidity, type OfficeCredential } from './credential.ts';
import type { CredentialList } from './credential-list.ts';

/** What a list of credentials says about one evidence, derived from the list alone. */
export interface CredentialFinding {
  readonly kind: CredentialKind;
  readonly name: string;
  readonly number: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validUntil: string | null;
  /** Standing when the evidence was received. */
  readonly atEvidence: CredentialValidity;
  /** Standing now, of the credential in its line that is valid now, else of the newest. */
  readonly now: CredentialValidity;
  /** When that credential expires; null if it does not. */
  readonly nowUntil: string | null;
  /** True if the office recorded the credential after receiving the evidence, so that the log did not contain it then. */
  readonly isRecordedLater: boolean;
  /** File name of its picture in a package. */
  readonly picture: ReturnType<typeof credentialPictureName>;
}

/** One finding per line of credentials that replaced one another, in the order of kinds. */
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
      atEvidence: validityAt(shown, receivedAt),
      now: validityAt(present, now),
      nowUntil: present.validUntil,
      isRecordedLater: new Date(recordedAt) > receivedAt,
      picture: credentialPictureName(shown.id),
    };
  });
}

/**
 * The credentials whose pictures are packaged with an evidence: of each line the one that was valid on receipt, and the newest unless
 * withdrawn. At most `maxPictures`.
 */
export function picturedCredentials(list: CredentialList, receivedAt: Date): OfficeCredential[] {
  const wanted = credentialLines(list).flatMap((line) => [shownOf(line, receivedAt), ...(line[0].withdrawn === null ? [line[0]] : [])]);
  return [...new Map(wanted.map((one) => [one.id, one])).values()].slice(0, maxPictures);
}

/** Twice the number of valid credentials that an office may have (limits.officeCredentials). */
const maxPictures = 24;

/** Newest first. */
type CredentialLine = readonly [OfficeCredential, ...OfficeCredential[]];

/** Lines in the order of kinds. Credentials that replace each other in a cycle are in no line. */
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
    .sort(([a], [b]) => credentialKind.code(a.kind) - credentialKind.code(b.kind) || Number(a.id) - Number(b.id));

  function before({ replaces }: OfficeCredential): OfficeCredential | undefined {
    return replaces === null ? undefined : byId.get(replaces);
  }
}

/** The newest that was valid at that time, else the newest. */
function shownOf(line: CredentialLine, receivedAt: Date): OfficeCredential {
  return line.find((one) => validityAt(one, receivedAt) === 'valid') ?? line[0];
}
