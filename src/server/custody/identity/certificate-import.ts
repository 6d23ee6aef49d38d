import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { BasicConstraints, ExtKeyUsage } from 'pkijs';
import * as asn1 from 'asn1js';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import { fingerprintOf } from '../../../domain/proof/cms/certificate-fingerprint.ts';
import { parseCertificate, oid, type ParsedCertificate } from '../../../domain/proof/cms/cms.ts';
import { fromPem, readDer, toPem } from '../../../domain/proof/cms/der.ts';
import type { OfficeIdentity } from '../cms/office-certificate.ts';
import { storeIdentity, openSigningIdentity, readIdentities } from './signing-identity.ts';
import { officePassphrase } from './sealed-keys.ts';
import { lockListing, type ListedCertificate } from '../log/published-certificates.ts';

/** The certificate or key given cannot sign for the office. The message states the reason in one line. */
export class ImportFault extends Error {
  override name = 'ImportFault';
}

/**
 * Imports a certificate that an authority issued, with its key: sealed like the present one, entered in the log and used from then on.
 * Importing the same certificate again changes nothing. @throws ImportFault; StartupError if OFFICE_KEY_PASSWORD is wrong.
 */
export async function importIdentity(
  db: Database,
  config: Pick<Config, 'office'>,
  identity: OfficeIdentity,
  actor: Actor,
): Promise<ListedCertificate> {
  // Fails if the current key does not open; otherwise the new key would be sealed under a password that the server does not have.
  await openSigningIdentity(db, config);
  const passphrase = await officePassphrase(db, config.office);
  return db.transaction().execute(async (tx) => {
    await lockListing(tx);
    const sha256 = fingerprintOf(identity.certificatePem);
    const known = (await readIdentities(tx)).find((kept) => kept.sha256 === sha256);
    return known ?? storeIdentity(tx, identity, { passphrase, origin: 'imported', actor });
  });
}

/**
 * Checks a certificate chain and its key: ordered from the office's own certificate up, each signed by the next; valid now; usable for
 * signing documents; the key belongs to the first certificate and is strong enough. @throws ImportFault
 */
export function checkedIdentity(chainPem: string, keyPem: string, password: string | undefined, now: Date): OfficeIdentity {
  const chain = fromPem('CERTIFICATE', chainPem);
  const [der] = chain;
  if (!der) throw new ImportFault('There is no certificate in the PEM file.');
  const certificates = chain.map(readCertificate);
  const [own] = certificates;
  if (!own) throw new ImportFault('There is no certificate in the PEM file.');
  checkChain(certificates);
  certificates.forEach((certificate) => checkValidity(certificate, now));
  checkPurpose(parseCertificate(der));

  const key = readKey(keyPem, password);
  checkStrength(key);
  if (!own.checkPrivateKey(key)) throw new ImportFault('The private key does not belong to the first certificate of the chain.');
  return { keyPem: key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificatePem: toPem('CERTIFICATE', chain) };
}

/** Orders a bundle's certificates from the first one up to its root, whatever their order in the file, and omits unrelated ones. */
export function orderedChain(pem: string): string {
  const [own, ...others] = fromPem('CERTIFICATE', pem);
  const chain = own ? [own] : [];
  for (let last = own; last; ) {
    const below = readCertificate(last);
    last = others.find((der) => !chain.includes(der) && below.checkIssued(readCertificate(der)));
    if (last) chain.push(last);
  }
  return toPem('CERTIFICATE', chain);
}

function readCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw new ImportFault('A certificate of the chain cannot be read.');
  }
}

function checkChain(certificates: readonly X509Certificate[]): void {
  for (const [index, certificate] of certificates.entries()) {
    const issuer = certificates[index + 1];
    if (!issuer) continue;
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
      throw new ImportFault(
        `The chain is out of order: certificate ${index + 1} (${nameOf(certificate)}) ` +
          `was not issued by certificate ${index + 2} (${nameOf(issuer)}). ` +
          "Put the office's own certificate first, then the one that issued it, up to the root.",
      );
    }
  }
}

function checkValidity(certificate: X509Certificate, now: Date): void {
  const [from, until] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  if (now < from) throw new ImportFault(`${nameOf(certificate)} is valid from ${from.toISOString()} on, which is yet to come.`);
  if (now >= until) throw new ImportFault(`${nameOf(certificate)} ended on ${until.toISOString()}.`);
}

/**
 * The certificate may sign documents and is not an authority's. Absent extensions forbid nothing. Source: RFC 5280, 4.2.1.3, 4.2.1.9 and
 * 4.2.1.12; RFC 9336.
 */
function checkPurpose({ parsed }: ParsedCertificate): void {
  const extension = (id: string) => parsed.extensions?.find(({ extnID }) => extnID === id);
  const constraints: unknown = extension('2.5.29.19')?.parsedValue;
  if (constraints instanceof BasicConstraints && constraints.cA)
    throw new ImportFault('The first certificate is that of an authority, not of a signer.');
  const usage = extension('2.5.29.15');
  const bits = usage && readDer(new Uint8Array(usage.extnValue.getValue()));
  if (bits instanceof asn1.BitString && ((bits.valueBlock.valueHexView[0] ?? 0) & 0b1100_0000) === 0) {
    throw new ImportFault('The key usage of the certificate allows neither digitalSignature nor nonRepudiation.');
  }
  const purposes: unknown = extension(oid.extendedKeyUsage)?.parsedValue;
  if (purposes instanceof ExtKeyUsage && !purposes.keyPurposes.some((purpose) => documentPurposes.includes(purpose))) {
    throw new ImportFault('The extended key usage of the certificate is not for documents (emailProtection or documentSigning).');
  }
}

function readKey(pem: string, password: string | undefined): KeyObject {
  try {
    return createPrivateKey(password === undefined ? { key: pem } : { key: pem, passphrase: password });
  } catch {
    throw new ImportFault(
      pem.includes('ENCRYPTED')
        ? 'The private key is encrypted, and the password does not open it.'
        : 'The private key cannot be read: PEM is expected.',
    );
  }
}

function checkStrength({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): void {
  const isFine =
    (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048) ||
    (type === 'ec' && ['prime256v1', 'secp384r1'].includes(details?.namedCurve ?? ''));
  if (!isFine) throw new ImportFault('The key must be RSA of 2048 bits or more, or on the curve P-256 or P-384.');
}

function nameOf({ subject }: X509Certificate): string {
  return subject.split('\n').join(', ');
}

/** emailProtection, documentSigning, any; and the older purposes of document signing, Microsoft's and Adobe's. */
const documentPurposes = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '2.5.29.37.0', '1.3.6.1.4.1.311.10.3.12', '1.2.840.113583.1.1.5'];
