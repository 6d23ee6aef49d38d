import { publishedKeys } from '../../server/custody/identity/published-keys.ts';
import { CommandError, options, type Command } from '../lib/command.ts';

/** The public keys that let others tell the office's packages from forged ones. None of it is secret. */
export const keys: Command = {
  name: 'keys',
  usage: '',
  summary: 'tell the log key and the fingerprint of the signing certificate, to be published',
  async run({ db, args, config }) {
    options(args, []);
    const published = await publishedKeys({ db, config });
    const current = published?.certificates.find((certificate) => certificate.is_current);
    if (!published || !current) throw new CommandError('There are no keys yet: the first start of the server makes them.');
    const value = {
      logKey: published.log.vkey,
      logKeySha256: published.log.sha256,
      officeFingerprint: current.fingerprint_sha256,
      officePem: current.pem,
      certificates: published.certificates,
    };
    const others = published.certificates.filter((certificate) => certificate !== current);
    const text = [
      `Log key (--log-key)                 ${value.logKey}`,
      `SHA-256 of log-key.txt              ${value.logKeySha256}`,
      `Certificate SHA-256 (--office-cert) ${value.officeFingerprint}, until ${current.not_after}`,
      ...others.map(
        (other) => `Earlier or coming                   ${other.fingerprint_sha256}, ${other.not_before} to ${other.not_after}`,
      ),
      '',
      current.pem.trimEnd(),
    ];
    return { value, text: text.join('\n') };
  },
};
