import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface IssueOptions {
  /** In the form of `openssl ca`: `20200101000000Z`; a year from now unless given. */
  readonly from?: string;
  readonly until?: string;
  /** Lines of an extension section. */
  readonly extensions?: string;
  readonly newKey?: readonly string[];
}

/**
 * A certificate authority of OpenSSL with a root and an intermediate, which issues certificates of any validity. Stop it also after a
 * failure.
 */
export async function startCertificateAuthority() {
  const folder = await mkdtemp(join(tmpdir(), 'notary-ca-'));
  const openssl = async (...args: string[]) => (await run('openssl', args, { cwd: folder })).stdout;
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const issue = async (
    name: string,
    issuer: string,
    { from = '', until = '', extensions = documentSigner, newKey = ['rsa:2048'] }: IssueOptions = {},
  ) => {
    await writeFile(join(folder, `${name}.cnf`), configuration(issuer, extensions));
    await openssl('req', '-newkey', ...newKey, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const validity = from === '' ? ['-days', '365'] : ['-startdate', from, '-enddate', until];
    const self = name === issuer ? ['-selfsign', '-keyfile', `${name}.key`] : [];
    await openssl(
      'ca',
      '-batch',
      '-notext',
      '-config',
      `${name}.cnf`,
      '-extensions',
      'issued',
      ...self,
      '-in',
      `${name}.csr`,
      '-out',
      `${name}.pem`,
      ...validity,
    );
  };
  await writeFile(join(folder, 'index.txt'), '');
  await writeFile(join(folder, 'serial'), '1000\n');
  const ofAuthorities = {
    extensions: 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n',
    from: '20100101000000Z',
    until: '20450101000000Z',
  };
  await issue('root', 'root', ofAuthorities);
  await issue('middle', 'root', ofAuthorities);
  return { folder, openssl, read, issue, stop: () => rm(folder, { recursive: true, force: true }) };
}

export type CertificateAuthority = Awaited<ReturnType<typeof startCertificateAuthority>>;

export const documentSigner =
  'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation\nextendedKeyUsage=emailProtection,1.3.6.1.5.5.7.3.36\n';

const configuration = (issuer: string, extensions: string) => `
[ca]
default_ca = own
[own]
new_certs_dir = .
database = index.txt
serial = serial
certificate = ${issuer}.pem
private_key = ${issuer}.key
default_md = sha256
default_days = 365
policy = any
unique_subject = no
[any]
commonName = supplied
[issued]
${extensions}
`;
