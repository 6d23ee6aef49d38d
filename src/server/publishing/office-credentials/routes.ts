import type { credentialCalls, CredentialRow } from '../../../contract/console/office-credentials.ts';
import { credentialKind, credentialStatus } from '../../../domain/business/codes/office-credentials.ts';
import { credentialStatusOf, daysLeft } from '../../../domain/proof/platform/credential.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { isFaultyObject } from '../../custody/objects/object-fault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Deps } from '../../custody/deps.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { FileLinks } from '../../platform/storage/signed-links.ts';
import { operatorActor } from '../../desk/trail/trail.ts';
import { addCredential, withdrawCredential } from './change.ts';
import { readCredentials, stands, type KnownCredential } from './read.ts';

export function credentialRoutes({ db, put }: Pick<Deps, 'db' | 'put'>): Handlers<typeof credentialCalls> {
  return {
    async getCredentialList({ keyword, type, status, page, limit }, { links }) {
      const now = new Date();
      const found = (await readCredentials(db))
        .map((known) => ({ known, status: credentialStatusOf(known, now) }))
        .filter((one) => (type === undefined || one.known.kind === type) && (status === undefined || one.status === status))
        .filter(({ known }) => [known.name, known.number, known.issuer].some((text) => hasWord(text, keyword)))
        // Valid ones first, by kind; then the rest, newest first.
        .toSorted((a, b) => rankOf(a.known) - rankOf(b.known) || Number(b.known.id) - Number(a.known.id));
      const rows = found.slice((page - 1) * limit, page * limit);
      const loggedUntil = rows.length === 0 ? null : await newestLogged(db);
      const list = await Promise.all(
        rows.map(async ({ known, status: shown }): Promise<CredentialRow> => {
          const picture = (await isFaultyObject(db, known.picture.sha256)) ? '' : pictureLink(links, known);
          return { ...rowOf(known, now), ...statusOf(shown), picture, logged: isLogged(known, loggedUntil) ? 1 : 0 };
        }),
      );
      return { list, count: found.length };
    },

    async addCredential({ type: kind, valid_from: validFrom, valid_until: validUntil = null, replaces = null, ...words }, caller) {
      const { operator, ip, file } = caller;
      const credential = { ...words, kind, validFrom, validUntil, replaces };
      return { id: await addCredential(db, put, { credential, file }, operatorActor(operator, ip)) };
    },

    async withdrawCredential({ id, reason }, { operator, ip }) {
      await withdrawCredential(db, id, reason, operatorActor(operator, ip));
      return null;
    },
  };
}

function rowOf(known: KnownCredential, now: Date): Omit<CredentialRow, 'status' | 'status_name' | 'picture' | 'logged'> {
  const left = stands(known) ? daysLeft(known.validUntil, now) : null;
  return {
    id: known.id,
    type: credentialKind.code(known.kind),
    type_name: credentialKind.label(known.kind),
    name: known.name,
    number: known.number,
    issuer: known.issuer,
    valid_from: known.validFrom,
    valid_until: known.validUntil ?? '',
    days_left: left ?? '',
    sha256: known.picture.sha256,
    reason: known.withdrawn?.reason ?? '',
    operator: known.operator,
    create_time: formatTime(new Date(known.recordedAt)),
  };
}

function statusOf(status: ReturnType<typeof credentialStatusOf>): Pick<CredentialRow, 'status' | 'status_name'> {
  return { status: credentialStatus.code(status), status_name: credentialStatus.label(status) };
}

function pictureLink(links: FileLinks, { picture, name }: KnownCredential): string {
  return links.sign({ sha256: picture.sha256, name: `${name}.jpg`, mediaType: 'image/jpeg', disposition: 'inline' });
}

/** The time of the newest list in the log. Each list contains all credentials that were added before it. */
async function newestLogged(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('office_credential_list')
    .innerJoin('log_entry', 'log_entry.pending_id', 'office_credential_list.log_entry')
    .select('listed_at')
    .orderBy('listed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.listed_at ?? null;
}

function isLogged({ recordedAt }: KnownCredential, newest: Date | null): boolean {
  return newest !== null && new Date(recordedAt) <= newest;
}

/** Substring search, ignoring the case of ASCII letters. */
function hasWord(text: string, keyword: string): boolean {
  return keyword === '' || text.toLowerCase().includes(keyword.toLowerCase());
}

function rankOf(known: KnownCredential): number {
  return stands(known) ? credentialKind.code(known.kind) : 100;
}
