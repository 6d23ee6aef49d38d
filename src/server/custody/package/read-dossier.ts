import type { DossierFacts } from '../../../domain/proof/dossier/facts/facts.ts';
import { makeDossier, type Dossier } from '../../../domain/proof/dossier/lines/document.ts';
import { evenIfCallerLeaves } from '../../platform/runtime/asker.ts';
import { issueCertificate } from './certificate.ts';
import { readDossierFacts } from './dossier-facts.ts';
import { signedDossierPdf } from './dossier-files.ts';
import type { NoPackage } from './evidence-package.ts';
import { readFacts, type EvidenceFacts } from './facts.ts';
import { inPackageTurn } from './in-package-turn.ts';
import { packageFiles } from './package-files.ts';
import { isProven, readPackageFacts, type CertificateDeps, type ProvenFacts } from './proven-facts.ts';

/**
 * The 审查说明 of an evidence as its package would contain it now, or the reason why there is none yet.
 * @param shown reduces the facts to those that the reader may see.
 */
export async function readDossier(
  deps: CertificateDeps,
  number: string,
  shown: (facts: DossierFacts) => DossierFacts = (facts) => facts,
): Promise<Dossier | NoPackage> {
  const read = await readProven(deps, number);
  return typeof read === 'string' ? read : makeDossier(shown(read.facts));
}

/** Draws and signs the dossier of an upcoming package download in advance. Errors are ignored here: the download itself reports them. */
export function prepareDossier(deps: CertificateDeps, number: string): void {
  evenIfCallerLeaves(() => draw(deps, number)).catch(() => undefined);
}

async function draw(deps: CertificateDeps, number: string): Promise<void> {
  const read = await readProven(deps, number);
  if (typeof read !== 'string') await signedDossierPdf(deps, read.known, makeDossier(read.facts));
}

type Proven = { readonly known: ProvenFacts; readonly facts: DossierFacts };

async function readProven(deps: CertificateDeps, number: string): Promise<Proven | NoPackage> {
  const evidence = await readFacts(deps.db, number);
  return evidence ? inPackageTurn(evidence.userId, () => provenOf(deps, evidence)) : 'missing';
}

async function provenOf(deps: CertificateDeps, evidence: EvidenceFacts): Promise<Proven | NoPackage> {
  const known = await readPackageFacts(deps, evidence);
  if (typeof known === 'string') return known;
  if (!isProven(known)) return 'pending';
  const certificate = await issueCertificate(deps, known);
  const { facts } = await readDossierFacts(deps, known, certificate, await packageFiles(known, certificate, deps.store));
  return { known, facts };
}

export const noDossierTexts: Readonly<Record<NoPackage, string>> = {
  pending: '证据待锚定，锚定后才有审查说明',
  uploading: '证据上传中，上传完成后才有审查说明',
  missing: '证据缺失，没有审查说明',
};
