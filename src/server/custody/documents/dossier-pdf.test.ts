import { expect, it } from 'vitest';
import { withFiles } from '../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { findings } from '../../../domain/dossier/line.ts';
import { dossierVersion } from '../../../domain/dossier/lines/document.ts';
import { dossierParts } from '../../../domain/dossier/lines/registry.ts';
import { dossierPdf } from './dossier-pdf.ts';

const poppler = tool('pdftotext');

it.skipIf(poppler.isMissing)(`begins no part at the end of a page, however long its lines are${poppler.note}`, async () => {
  const titles: readonly string[] = dossierParts.map(({ title }) => title);
  for (const length of [1, 3, 5, 8, 11]) {
    const lines = dossierParts.flatMap(({ rules }) =>
      Object.values<{ readonly question: string }>(rules).map(({ question }, at) => ({
        审查要点: question,
        依据: '《人民法院在线诉讼规则》第十六条',
        结论: findings[at % findings.length] ?? '无法判断',
        说明: '这是一句说明。'.repeat(length * 5),
        材料: ['manifest.json'],
        复核方法: '在核验网页选择整个证据包。',
      })),
    );
    const dossier = {
      type: 'dossier',
      version: dossierVersion,
      number: 'A'.repeat(32),
      as_of: { moment: '2026-11-28T00:00:00.000Z', checkpoint: null },
      lines,
    } as const;
    const pdf = await dossierPdf({
      dossier,
      dossierSha256: 'a'.repeat(64),
      officeName: '某某公证处',
      number: dossier.number,
      verifyUrl: 'https://notary.example.cn/verify',
    });
    const pages = (await withFiles({ 'd.pdf': pdf }, 'pdftotext', ['-layout', 'd.pdf', '-'])).stdout.split('\f');
    for (const page of pages) {
      const shown = page
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('存证编号'));
      expect([length, titles.includes(shown.at(-1) ?? '')]).toEqual([length, false]);
    }
  }
});
