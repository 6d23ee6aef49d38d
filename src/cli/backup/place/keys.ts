import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { CommandError } from '../../lib/command.ts';
import { readGiven } from '../../lib/given-file.ts';
import {
  checkRecipient,
  identityIn,
  newIdentity,
  openerOf,
  plain,
  recipientOf,
  sealerFor,
  unlockIdentity,
  type Opener,
  type Sealer,
} from './encryption.ts';
import { keyName, putText, readTerms, refuseMissing, termsName, writeTerms, type Place, type PlaceTerms } from './place.ts';

export const keyOptions = ['recipient', 'passphrase-file', 'identity'] as const;
export type KeyOptions = Partial<Record<(typeof keyOptions)[number], string>>;

/**
 * How backups of a place are written. Its first backup fixes the installation and the encryption (`--recipient`, `--passphrase-file` or
 * none) for all later ones. The identity is there only with the passphrase.
 * @throws CommandError for another installation, or for given options that differ.
 */
export async function sealerOf(
  place: Place,
  installation: string | null,
  given: KeyOptions,
): Promise<{ sealer: Sealer; terms: PlaceTerms; identity: string | null }> {
  if (given.identity !== undefined) throw new CommandError('A backup is encrypted with --recipient or --passphrase-file.');
  if (given.recipient !== undefined && given['passphrase-file'] !== undefined)
    throw new CommandError('Give --recipient or --passphrase-file, not both.');
  const terms = (await readTerms(place)) ?? (await newTerms(place, installation, given));
  if (terms.installation !== installation)
    throw new CommandError(
      `The backups in ${place.shown} are of installation ${terms.installation ?? 'unknown'}, this is ${installation ?? 'unknown'}: ` +
        'each has a place of its own.',
    );
  if (given.recipient !== undefined && given.recipient !== terms.recipient)
    throw new CommandError(
      `The backups in ${place.shown} are encrypted for ${terms.recipient ?? 'nobody'}: another key needs a new place.`,
    );
  const file = given['passphrase-file'];
  if (file !== undefined && terms.keySha256 === null)
    throw new CommandError(`The backups in ${place.shown} have no passphrase: one needs a new place.`);
  const identity = file === undefined ? null : await unlock(place, terms, file);
  // Otherwise whoever can write to the place would have the next backup encrypted for themselves, or not at all.
  if (identity !== null && (await recipientOf(identity)) !== terms.recipient)
    throw new CommandError(`The file ${termsName} was changed: it does not name the key that the passphrase of ${place.shown} opens.`);
  return { sealer: terms.recipient === null ? plain : sealerFor(terms.recipient), terms, identity };
}

/** How backups of a place are read: decrypted, and with a passphrase authenticated. */
export interface PlaceOpener extends Opener {
  /** The identity under the place's passphrase, which makes and checks the MACs of manifests; null for a place without a passphrase. */
  readonly macIdentity: string | null;
}

/** How backups of a place are read; null if they are encrypted and no key is given. */
export async function openerFor(place: Place, recipient: string | null, given: KeyOptions): Promise<PlaceOpener | null> {
  const hasPassphrase = given['passphrase-file'] !== undefined;
  if (recipient === null) {
    // Otherwise a backup that somebody else put there, without encryption, would be restored for one of the office's own.
    if (hasPassphrase) throw new CommandError(`The backup in ${place.shown} has no passphrase: it is not one that was made with yours.`);
    return { ...plain, macIdentity: null };
  }
  const identity = await identityOf(place, given);
  if (identity === null) return null;
  if ((await recipientOf(identity)) !== recipient)
    throw new CommandError(`The key is another one: the backups in ${place.shown} are encrypted for ${recipient}.`);
  const isUnderPassphrase = hasPassphrase || typeof (await readTerms(place))?.keySha256 === 'string';
  return { ...(await openerOf(identity)), macIdentity: isUnderPassphrase ? identity : null };
}

async function identityOf(place: Place, given: KeyOptions): Promise<string | null> {
  if (given.identity !== undefined) return identityIn(await readGiven(given.identity));
  const terms = await readTerms(place);
  const passphraseFile = given['passphrase-file'];
  return terms && passphraseFile !== undefined ? unlock(place, terms, passphraseFile) : null;
}

async function newTerms(place: Place, installation: string | null, given: KeyOptions): Promise<PlaceTerms> {
  if (!(await place.files.isEmpty())) throw new CommandError(`${place.shown} is not empty; backups need a new place, or one of theirs.`);
  const terms: PlaceTerms = { format: 'notary-backups/1', installation, recipient: null, keySha256: null };
  const file = given['passphrase-file'];
  if (given.recipient !== undefined) await checkRecipient(given.recipient);
  const made = await writeOnce(given.recipient === undefined ? terms : { ...terms, recipient: given.recipient });
  await writeTerms(place, made);
  return made;

  async function writeOnce(chosen: PlaceTerms): Promise<PlaceTerms> {
    if (file === undefined) return chosen;
    const { identity, sealed } = await newIdentity(await passphraseIn(file));
    return { ...chosen, recipient: await recipientOf(identity), keySha256: await putText(place.files, keyName, sealed) };
  }
}

async function unlock(place: Place, terms: PlaceTerms, passphraseFile: string): Promise<string> {
  const sealed = await buffer(await place.files.open(keyName).catch(refuseMissing(keyName)));
  if (createHash('sha256').update(sealed).digest('hex') !== terms.keySha256)
    throw new CommandError(`The file ${keyName} of the backups was changed.`);
  return unlockIdentity(sealed, await passphraseIn(passphraseFile));
}

async function passphraseIn(path: string): Promise<string> {
  const passphrase = (await readGiven(path)).replace(/\r?\n$/, '');
  if (passphrase.length < shortestPassphrase)
    throw new CommandError(
      `The passphrase is too short: ${shortestPassphrase} characters at least, since whoever has a backup may try all.`,
    );
  return passphrase;
}

const shortestPassphrase = 12;
