import { formatVkey } from '../domain/custody/note-key.ts';
import { printedFingerprint } from '../server/custody/certificate-fingerprint.ts';
import { readLogKey } from '../server/custody/log-signer.ts';
import { readListed } from '../server/custody/package/office-listing.ts';
import { CommandError, type Command } from './command.ts';

/** What the office publishes, so that others can tell its packages from forged ones: nothing of it is secret. */
export const keys: Command = {
  name: 'keys',
  usage: '',
  summary: 'tell the log key and the fingerprint of the signing certificate, to be published',
  async run({ db }) {
    const [key, certificate] = [await readLogKey(db), await readListed(db)];
    if (!key || !certificate) throw new CommandError('There are no keys yet: the first start of the server makes them.');
    const value = { logKey: formatVkey(key), officeFingerprint: printedFingerprint(certificate.sha256), officePem: certificate.pem };
    return { value, text: [`Log key (--log-key)                 ${value.logKey}`, `Certificate SHA-256 (--office-cert) ${value.officeFingerprint}`, '', certificate.pem.trimEnd()].join('\n') };
  },
};
