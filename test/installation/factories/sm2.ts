import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const distinguished = 'distid:1234567812345678';

export interface Sm2Keys {
  readonly folder: string;
  openssl(...words: string[]): Promise<string>;
  path(name: string): string;
  /** Issues a certificate as PEM: a root if `issuer` is null, or issued by another of these. */
  issue(name: string, issuer: string | null, extensions: string): Promise<string>;
  /** In the form of SM2_SIGNER. */
  signer(name: string): string;
  remove(): Promise<void>;
}

/** SM2 keys and certificates, made with openssl in a folder of their own. */
export async function sm2Keys(): Promise<Sm2Keys> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-sm2-keys-'));
  const path = (name: string): string => join(folder, name);
  const openssl = async (...words: string[]): Promise<string> => (await run('openssl', words, { cwd: folder })).stdout;
  return {
    folder,
    openssl,
    path,
    async issue(name, issuer, extensions) {
      await openssl('genpkey', '-algorithm', 'SM2', '-out', `${name}.key`);
      await writeFile(path(`${name}.ext`), extensions);
      await openssl(
        'req',
        '-new',
        '-key',
        `${name}.key`,
        '-subj',
        `/CN=Test ${name}`,
        '-sm3',
        '-sigopt',
        distinguished,
        '-out',
        `${name}.csr`,
      );
      const by = issuer === null ? ['-signkey', `${name}.key`] : ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial'];
      const signing = ['-sm3', '-sigopt', distinguished, '-vfyopt', distinguished];
      await openssl(
        'x509',
        '-req',
        '-in',
        `${name}.csr`,
        ...by,
        ...signing,
        '-days',
        '3000',
        '-extfile',
        `${name}.ext`,
        '-out',
        `${name}.pem`,
      );
      return readFile(path(`${name}.pem`), 'utf8');
    },
    signer: (name) => `exec:openssl dgst -sm3 -sign ${path(`${name}.key`)} -sigopt ${distinguished}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const rootExtensions = 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n';
export const signerExtensions = 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation\n';
export const authorityExtensions =
  'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\n';
