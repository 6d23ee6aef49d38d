import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { currentCertificate } from '../../server/custody/identity/signing-identity.ts';
import { checkedIdentity, ImportFault, importIdentity, orderedChain } from '../../server/custody/identity/certificate-import.ts';
import { readListed } from '../../server/custody/log/published-certificates.ts';
import { printedFingerprint } from '../../domain/proof/cms/certificate-fingerprint.ts';
import { errorCode } from '../../server/platform/runtime/startup-error.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';
import { givenPath, readGiven } from '../lib/given-file.ts';

/** Imports and shows the certificate that the office signs with. */
export const officeCommands: readonly Command[] = [
  {
    name: 'office certificate import',
    usage: '(--chain <pem> --key <pem> | --pkcs12 <p12>) [--password-file <path>]',
    summary: 'sign with a certificate that an authority issued',
    run: importCertificate,
  },
  { name: 'office certificate list', usage: '', summary: 'tell which certificates the office has signed with', run: listCertificates },
];

async function importCertificate({ db, config, args }: Parameters<Command['run']>[0]): ReturnType<Command['run']> {
  const { values } = options(args, ['chain', 'key', 'pkcs12', 'password-file']);
  const password = values['password-file'] === undefined ? undefined : (await readGiven(values['password-file'])).replace(/\r?\n$/, '');
  const { chainPem, keyPem, keyPassword } =
    values.pkcs12 === undefined
      ? { ...(await readPair(values.chain, values.key)), keyPassword: password }
      : { ...(await readPkcs12(values.pkcs12, password)), keyPassword: undefined };
  try {
    const listed = await importIdentity(db, config, checkedIdentity(chainPem, keyPem, keyPassword, new Date()), commandActor);
    const value = { fingerprint: printedFingerprint(listed.sha256), not_after: listed.notAfter.toISOString() };
    const text =
      `The office's certificate ${value.fingerprint}, valid until ${value.not_after}, was handed to the log. ` +
      `A running server signs with it as soon as the log holds it. Publish its fingerprint.`;
    return { value, text };
  } catch (error) {
    throw error instanceof ImportFault ? new CommandError(error.message) : error;
  }
}

async function listCertificates({ db }: Parameters<Command['run']>[0]): ReturnType<Command['run']> {
  const [listed, current] = [await readListed(db), await currentCertificate(db)];
  const value = listed.map(({ sha256, origin, notBefore, notAfter, isLogged }) => ({
    fingerprint: printedFingerprint(sha256),
    origin,
    not_before: notBefore.toISOString(),
    not_after: notAfter.toISOString(),
    in_log: isLogged,
    is_current: sha256 === current?.sha256,
  }));
  const lines = value.map(
    (one) =>
      `${one.is_current ? '*' : ' '} ${one.fingerprint}  ${one.origin}  ${one.not_before} to ${one.not_after}` +
      `${one.in_log ? '' : '  waits for the log'}`,
  );
  return { value, text: lines.length === 0 ? 'There is none yet: the first start of the server makes it.' : lines.join('\n') };
}

async function readPair(chain: string | undefined, key: string | undefined): Promise<{ chainPem: string; keyPem: string }> {
  if (chain === undefined || key === undefined) throw new CommandError('Give --chain and --key (PEM), or --pkcs12.');
  return { chainPem: await readGiven(chain), keyPem: await readGiven(key) };
}

/** Uses openssl, which reads what authorities and browsers write. The environment carries the password: command lines are public. */
async function readPkcs12(path: string, password = ''): Promise<{ chainPem: string; keyPem: string }> {
  await readGiven(path);
  const print = async (...words: string[]) =>
    (
      await promisify(execFile)('openssl', ['pkcs12', '-in', givenPath(path), '-passin', 'env:PKCS12_PASSWORD', ...words], {
        env: { ...process.env, PKCS12_PASSWORD: password },
      })
    ).stdout;
  const read = async (...words: string[]) => ({
    own: await print('-clcerts', '-nokeys', ...words),
    others: await print('-cacerts', '-nokeys', ...words),
    keyPem: await print('-nocerts', '-nodes', ...words),
  });
  // Older programs encrypt with RC2, which OpenSSL 3 reads only with -legacy.
  const { own, others, keyPem } = await read().catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT')
      throw new CommandError('openssl is not installed: convert the file to PEM elsewhere, and give --chain and --key.');
    return read('-legacy').catch(() => {
      throw new CommandError('The PKCS#12 file cannot be read, or the password does not open it.');
    });
  });
  return { chainPem: orderedChain(own + others), keyPem };
}
