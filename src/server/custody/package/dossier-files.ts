import { createHash } from 'node:crypto';
import { encodeDossier, makeDossier, type Dossier } from '../../../domain/proof/dossier/lines/document.ts';
import { packageNames as names } from '../../../domain/proof/evidence/package-names.ts';
import { evenIfCallerLeaves } from '../../platform/runtime/asker.ts';
import { drawDossier } from '../drawing/drawing-pool.ts';
import { mayAsk, pauseAuthority } from './authority-pause.ts';
import type { IssuedCertificate } from './certificate.ts';
import { readDossierFacts } from './dossier-facts.ts';
import { madeFile, type PackageFile } from './package-file.ts';
import type { CertificateDeps, ProvenFacts } from './proven-facts.ts';
import { secondTrackOver } from './second-track-files.ts';

type DossierDeps = Pick<CertificateDeps, 'db' | 'store' | 'signer'>;

/** The 审查说明 as files of a package: its lines, its signed PDF, and the office record. */
export async function dossierFiles(
  deps: DossierDeps,
  known: ProvenFacts,
  certificate: IssuedCertificate,
  files: readonly PackageFile[],
): Promise<PackageFile[]> {
  const { facts, recordBytes } = await readDossierFacts(deps, known, certificate, files);
  const dossier = makeDossier(facts);
  const pdf = madeFile(names.dossierPdf, await signedDossierPdf(deps, known, dossier));
  return [
    madeFile(names.officeRecord, recordBytes),
    madeFile(names.dossier, encodeDossier(dossier)),
    pdf,
    ...(await secondTrackOver(known.secondTrack, pdf)),
  ];
}

/**
 * Draws and signs the PDF of a dossier and caches it for a while: a package is often requested several times in a row. Each download adds
 * to the dossier, so a cached PDF is used only for an identical one.
 */
export async function signedDossierPdf(
  { signer: { authority } }: Pick<DossierDeps, 'signer'>,
  { identity, officeName, facts, verifyUrl }: ProvenFacts,
  dossier: Dossier,
): Promise<Buffer> {
  const sha256 = createHash('sha256').update(encodeDossier(dossier)).digest('hex');
  const key = `${sha256} ${identity.listed.sha256} ${officeName}`;
  const known = remembered.get(key);
  if (known) return known;
  const content = { dossier, dossierSha256: sha256, officeName, number: facts.number, verifyUrl };
  const pending = evenIfCallerLeaves(async () => {
    const unsigned = await drawDossier(facts.userId, content);
    const isStamped = mayAsk(authority);
    const signing = { name: officeName, reason: '说明证据的审查要点', at: new Date() };
    const { pdf, level } = await identity.signDocument(unsigned, signing, { isStamped });
    if (isStamped && authority && level === 'B-B') pauseAuthority(authority);
    return pdf;
  });
  remember(key, pending);
  return pending;
}

function remember(key: string, pending: Promise<Buffer>): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, pending);
  pending.catch(() => remembered.delete(key));
}

const remembered = new Map<string, Promise<Buffer>>();
/** About 100 KB each. */
const mostRemembered = 16;
