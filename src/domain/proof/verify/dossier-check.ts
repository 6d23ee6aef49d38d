import { compareDossier, type LineFault } from '../dossier/lines/compare.ts';
import { deriveLines } from '../dossier/lines/derive.ts';
import { dossierVersion, parseDossier, type Dossier, type DossierFault } from '../dossier/lines/document.ts';
import type { AsOf, DossierFacts } from '../dossier/facts/facts.ts';
import type { DossierLine } from '../dossier/line.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import type { SignedContent } from '../guomi/sm2-cms.ts';
import type { BracketFacts } from '../marks/bracket.ts';
import { formatTime } from '../../kit/text/time.ts';
import { issuerNote } from '../cms/issuer-text.ts';
import { issuerOf } from '../cms/issuer.ts';
import { verifyPdf } from '../cms/pdf-verify.ts';
import { factsOfPackage } from './dossier-facts.ts';
import { faultText } from './fault-texts.ts';
import { decodeLossy } from './decode-lossy.ts';
import { failed, notRun, passed, type Line } from './line.ts';
import { lackingText } from './missing-files.ts';
import type { PackageFiles } from './package-files.ts';
import type { BrokenFiles } from './sums-check.ts';
import type { ReadArchive } from './wacz-check.ts';

/** The dossier (审查说明) derived from the package, and how the package's own dossier differs from it. */
export interface DossierReport {
  readonly as_of: AsOf;
  /** Derived by the verifier from the package alone. */
  readonly lines: readonly DossierLine[];
  /** Faults of the package's own `dossier.json`, by question; empty if there is none. */
  readonly faults: readonly LineFault[];
}

interface Given extends BrokenFiles {
  readonly now: Date;
  readonly bracket: BracketFacts;
  readonly archive: ReadArchive | null;
  /** The evidence's certificate PDF, hashed by the second-track check. */
  readonly signedPdf: SignedContent | undefined;
}

/** Derives every line again from the package, and reports lines that differ. */
export async function checkDossier(
  files: PackageFiles,
  { now, ...known }: Given,
): Promise<{ readonly lines: readonly Line[]; readonly report: DossierReport }> {
  const bytes = files.small.get(names.dossier);
  const stated = bytes ? parseDossier(bytes) : null;
  const moment = stated?.ok ? stated.value.as_of.moment : now.toISOString();
  const facts = await factsOfPackage(files, { moment, ...known });
  const derived = deriveLines(facts);
  const faults = stated?.ok ? [...frameFaults(stated.value, facts), ...compareDossier(stated.value, derived)] : [];
  const report: DossierReport = { as_of: facts.asOf, lines: derived, faults };
  if (!stated && files.missing.includes(names.dossier))
    return { report, lines: [notRun(label, names.dossier, lackingText(names.dossier))] };
  if (!stated) return { report, lines: [notRun(label, null, '证据包没有审查说明（早期的证据包没有这个文件）')] };
  if (!stated.ok) return { report, lines: [failed(label, names.dossier, faultTexts[stated.fault])] };
  const dossierLines =
    faults.length > 0
      ? faults.map(({ question, reason }) => failed(label, names.dossier, `“${question}”：${reason}`))
      : [passed(label, names.dossier, sameText(stated.value))];
  return { report, lines: [...dossierLines, await pdfLine(files)] };
}

function sameText({ lines, version, as_of }: Dossier): string {
  const compared = version === dossierVersion ? '逐项' : '逐项比较结论，';
  return `${lines.length} 项${compared}与按证据包推得的相同，截至 ${formatTime(new Date(as_of.moment))}（北京时间）`;
}

/** Checks which evidence and which checkpoint the dossier refers to. */
function frameFaults({ number, as_of }: Dossier, facts: DossierFacts): LineFault[] {
  const faults: LineFault[] = [];
  if (number !== facts.number) faults.push({ question: '存证编号', kind: 'other', reason: '审查说明属于另一份证据' });
  if (JSON.stringify(as_of.checkpoint) !== JSON.stringify(facts.asOf.checkpoint))
    faults.push({ question: '截至的检查点', kind: 'other', reason: '与证据包中的检查点不同' });
  return faults;
}

/** Checks only the PDF's signature. A reader must compare its text with `dossier.json`, whose hash is printed in the PDF. */
async function pdfLine({ small }: PackageFiles): Promise<Line> {
  const [pdf, office] = [small.get(names.dossierPdf), small.get(names.officeCertificate)];
  if (!pdf || !office) return notRun(signedLabel, null, '缺少文件');
  try {
    const { signerPem, statedAt } = await verifyPdf(pdf);
    if (!decodeLossy(office).startsWith(signerPem))
      return failed(signedLabel, names.dossierPdf, `签名者不是 ${names.officeCertificate} 的证书`);
    return passed(
      signedLabel,
      names.dossierPdf,
      `签名者为 ${names.officeCertificate}${issuerNote(issuerOf(decodeLossy(office)))}` +
        (statedAt ? `，签名时间 ${formatTime(statedAt)}（北京时间）` : ''),
    );
  } catch (error) {
    return failed(signedLabel, names.dossierPdf, `签名不成立（${faultText(error)}）`);
  }
}

const faultTexts: Record<DossierFault, string> = {
  'too-large': '超过长度上限，未读取',
  'not-utf8': '不是 UTF-8 文本，或者被截断',
  'not-json': '不是 JSON，或者被截断',
  'not-dossier': '不是审查说明',
  'bad-line': '有的审查要点格式错误',
  'other-spelling': '有多余的内容，或者格式被改动',
};
const label = '审查说明与按证据包推得的相同';
const signedLabel = '审查说明的签名有效且未改动';
