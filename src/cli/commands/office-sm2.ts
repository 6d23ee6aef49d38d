import { execFile } from 'node:child_process';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sm2Id } from '../../domain/proof/guomi/sm2.ts';
import { execSigner } from '../../server/custody/guomi/exec-signer.ts';
import { once, signContent } from '../../server/custody/guomi/sign-content.ts';
import { Sm2SignerError, type Sm2Signer } from '../../server/custody/guomi/signer-port.ts';
import {
  checkedSm2Chain,
  currentSm2Certificate,
  listSm2Certificate,
  readSm2Certificates,
  Sm2CertificateFault,
} from '../../server/custody/guomi/sm2-certificate-store.ts';
import { openSm2Signer } from '../../server/custody/guomi/sm2-signer.ts';
import { printedFingerprint } from '../../domain/proof/cms/certificate-fingerprint.ts';
import { theOffice } from '../../server/platform/runtime/in-turn.ts';
import { errorCode, systemReason } from '../../server/platform/runtime/startup-error.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';
import { givenPath, readGiven } from '../lib/given-file.ts';

/** The second track: its certificate, and its key, which openssl makes and stores in a separate file. */
export const officeSm2Commands: readonly Command[] = [
  {
    name: 'office sm2 make',
    usage: '--folder <path>',
    summary: 'make an SM2 key, a certificate of its own and a request for an authority',
    run: makeSm2,
  },
  { name: 'office sm2 import', usage: '--chain <pem>', summary: 'sign with an SM2 certificate that an authority issued', run: importSm2 },
  { name: 'office sm2 list', usage: '', summary: 'tell which SM2 certificates the office has signed with', run: listSm2 },
];

type Context = Parameters<Command['run']>[0];

/** The key is never read here: openssl writes its file and signs with it. */
async function makeSm2({ db, config, args }: Context): ReturnType<Command['run']> {
  const { values } = options(args, ['folder']);
  if (values.folder === undefined) throw new CommandError('Give --folder, which is to hold the key: readable by the signer alone.');
  const [key, certificate, request] = ['office-sm2.key', 'office-sm2.pem', 'office-sm2.csr'].map((name) =>
    givenPath(join(values.folder ?? '', name)),
  );
  if (key === undefined || certificate === undefined || request === undefined) throw new CommandError('Give --folder.');
  await claim(key);
  try {
    await openssl('genpkey', '-algorithm', 'SM2', '-out', key);
    const subject = ['-key', key, '-utf8', '-subj', `/CN=${config.office.name.replaceAll(/[\\/+=,]/g, '\\$&')}`];
    const signing = ['-sm3', '-sigopt', `distid:${sm2Id}`];
    await openssl('req', '-new', '-x509', ...subject, ...signing, '-days', '3650', ...extensions, '-out', certificate);
    await openssl('req', '-new', ...subject, ...signing, '-out', request);
  } catch (error) {
    await rm(key, { force: true });
    throw error;
  }
  const mode = (await stat(key)).mode & 0o777;
  if (mode !== 0o600) throw new CommandError(`${key} has the mode ${mode.toString(8)}; it must be 600.`);
  const words = ['openssl', 'dgst', '-sm3', '-sign', key, '-sigopt', `distid:${sm2Id}`];
  const pem = await readFile(certificate, 'utf8');
  const sha256 = await listTried(db, pem, execSigner({ words, timeoutMs: 30_000 }));
  const signer = `exec:${words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ')}`;
  const value = { fingerprint: printedFingerprint(sha256), key, certificate, request, sm2_signer: signer };
  const text =
    `The SM2 key is in ${key}, readable by its owner alone.\n` +
    `Its certificate ${value.fingerprint} (${certificate}) was handed to the log.\n` +
    `Start the server with\n\n    SM2_SIGNER='${signer}'\n\n` +
    `Have an authority issue a certificate for ${request}, and bring it with "npm run admin -- office sm2 import --chain <pem>".`;
  return { value, text };
}

async function importSm2({ db, config, args }: Context): ReturnType<Command['run']> {
  const { values } = options(args, ['chain']);
  if (values.chain === undefined) throw new CommandError('Give --chain (PEM): the office’s certificate first, then those up to its root.');
  const signer = openSm2Signer(config);
  if (!signer) throw new CommandError('Set SM2_SIGNER: the signer is asked for a signature that must fit the certificate.');
  const pem = await readGiven(values.chain);
  const sha256 = await listTried(db, pem, signer);
  const value = { fingerprint: printedFingerprint(sha256) };
  const text =
    `The SM2 certificate ${value.fingerprint} was handed to the log. ` +
    'A running server signs with it as soon as the log holds it. Publish its fingerprint.';
  return { value, text };
}

async function listSm2({ db }: Context): ReturnType<Command['run']> {
  const [listed, current] = [await readSm2Certificates(db), await currentSm2Certificate(db)];
  const value = listed.toReversed().map(({ sha256, chain: [own], isLogged }) => ({
    fingerprint: printedFingerprint(sha256),
    subject: own.commonName,
    not_before: own.notBefore.toISOString(),
    not_after: own.notAfter.toISOString(),
    in_log: isLogged,
    is_current: sha256 === current?.sha256,
  }));
  const lines = value.map(
    (one) =>
      `${one.is_current ? '*' : ' '} ${one.fingerprint}  ${one.not_before} to ${one.not_after}${one.in_log ? '' : '  waits for the log'}`,
  );
  return { value, text: lines.length === 0 ? 'There is none: "office sm2 make" makes a key and a certificate.' : lines.join('\n') };
}

/** The log names the certificate only if the signer has its key. */
async function listTried(db: Context['db'], pem: string, signer: Sm2Signer): Promise<string> {
  try {
    const chain = checkedSm2Chain(pem, new Date());
    await signContent(signer, chain, once(Buffer.from('office sm2: does the signer have the key of this certificate?\n')), theOffice);
    return await listSm2Certificate(db, pem, commandActor);
  } catch (error) {
    if (error instanceof Sm2CertificateFault || error instanceof Sm2SignerError) throw new CommandError(`${error.message}.`);
    throw error;
  }
}

/** Creates an empty file that only its owner may read; openssl keeps that mode. @throws CommandError if the file exists. */
async function claim(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandError(
      `${path}: ${errorCode(error) === 'EEXIST' ? 'is there already; a key is never overwritten' : systemReason(error)}`,
    );
  });
  await file.chmod(0o600);
  await file.close();
}

async function openssl(...words: string[]): Promise<void> {
  await promisify(execFile)('openssl', words).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') throw new CommandError('openssl is not installed; version 3.0 or newer knows SM2.');
    const errorText = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
    throw new CommandError(`openssl ${words[0] ?? ''} failed: ${errorText ?? ''}`);
  });
}

/** A certificate that may sign documents, and nothing else. */
const extensions = [
  ['basicConstraints', 'critical,CA:FALSE'],
  ['keyUsage', 'critical,digitalSignature,nonRepudiation'],
].flatMap(([name, value]) => ['-addext', `${name ?? ''}=${value ?? ''}`]);
