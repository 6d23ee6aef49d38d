import type { EvidenceDossier } from '../../contract/console/evidence.ts';
import { dossierSections, type Dossier } from '../../domain/dossier/lines/document.ts';
import { formatTime } from '../../domain/text/time.ts';

/** Converts a 审查说明 for the console. @param shareUrl the evidence's share address; empty if it was revoked. */
export function dossierWire(dossier: Dossier, shareUrl: string): EvidenceDossier {
  const { number, as_of } = dossier;
  const { moment, checkpoint } = as_of;
  return {
    baoquan: number,
    as_of: formatTime(new Date(moment)),
    checkpoint: checkpoint && { origin: checkpoint.origin, size: checkpoint.size },
    sections: dossierSections(dossier).map(({ title, lines }) => ({
      title,
      lines: lines.map((line) => ({ ...line, 材料: [...line.材料] })),
    })),
    share_url: shareUrl === '' ? '' : `${shareUrl}/dossier`,
  };
}
