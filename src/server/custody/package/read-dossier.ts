import type { DossierFacts } from '../../../domain/dossier/facts/facts.ts';
import { makeDossier, type Dossier } from '../../../domain/dossier/lines/document.ts';
import { issueCertificate } from './certificate.ts';
import { readDossierFacts } from './dossier-facts.ts';
import type { NoPackage } from './evidence-package.ts';
import { readFacts } from './facts.ts';
import { packageFiles } from './package-files.ts';
import { isProven, readPackageFacts, type CertificateDeps } from './proven-facts.ts';

/**
 * The 审查说明 of an evidence as its package would hold it now, or why there is none yet.
 * @param shown what the reader may see of its facts.
 */
export async function readDossier(
  deps: CertificateDeps,
  number: string,
  shown: (facts: DossierFacts) => DossierFacts = (facts) => facts,
): Promise<Dossier | NoPackage> {
  const evidence = await readFacts(deps.db, number);
  const known = evidence ? await readPackageFacts(deps, evidence) : 'missing';
  if (typeof known === 'string') return known;
  if (!isProven(known)) return 'pending';
  const certificate = await issueCertificate(deps, known);
  const { facts } = await readDossierFacts(deps, known, certificate, await packageFiles(known, certificate, deps.store));
  return makeDossier(shown(facts));
}

export const noDossierTexts: Readonly<Record<NoPackage, string>> = {
  pending: '证据待锚定，锚定后才有审查说明',
  uploading: '证据上传中，上传完成后才有审查说明',
  missing: '证据缺失，没有审查说明',
};
