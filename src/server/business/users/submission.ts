import type { Pictures } from '../../platform/db/json.ts';
import type { FileLinks } from '../../platform/storage/signed-links.ts';
import type { FoundUser } from './find-user.ts';
import type { Submission } from './wire-rows.ts';

/** Converts a submission's row, with its pictures as links. */
export function submissionOf(row: NonNullable<FoundUser['submitted']>, links: FileLinks): Submission {
  return {
    id: row.id,
    name: row.name,
    idCard: row.id_card,
    contactName: row.contact_name,
    address: row.address,
    taxNumber: row.tax_number,
    legalPerson: row.legal_person,
    submittedAt: row.submitted_at,
    pictures: pictureLinks(row.pictures, links),
  };
}

function pictureLinks(pictures: Pictures, links: FileLinks): Submission['pictures'] {
  return Object.fromEntries(
    Object.entries(pictures).map(([field, { sha256, mediaType }]) => [
      field,
      links.sign({ sha256, name: field, mediaType, disposition: 'inline' }),
    ]),
  );
}
