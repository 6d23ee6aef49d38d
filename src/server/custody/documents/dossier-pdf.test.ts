import { expect, it } from 'vitest';
import { withFiles } from '../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { findings } from '../../../domain/proof/dossier/line.ts';
import { dossierVersion } from '../../../domain/proof/dossier/lines/document.ts';
import { dossierParts } from '../../../domain/proof/dossier/lines/registry.ts';
import { dossierPdf } from './dossier-pdf.ts';

const poppler = tool('pdftotext');

it.skipIf(poppler.isMissing)(`begins no part at the end of a page, however long its lines are${poppler.note}`, async () => {
  const titles: readonly string[] = dossierParts.map(({ title }) => title);
  for (const length of [1, 3, 5, 8, 11])
    for (const shown of await pagesOf('这是一句说明。'.repeat(length * 5)))
      expect([length, titles.includes(shown.at(-1) ?? '')]).toEqual([length, false]);
});

it.skipIf(poppler.isMissing)(`never leaves the seal alone on a page${poppler.note}`, { timeout: 120_000 }, async () => {
  const alone: string[] = [];
  // The last line grows by one line of text, so that it ends at every height; the longest fills a page by itself.
  for (const lines of [...Array.from({ length: 26 }, (_, at) => 1 + 2 * at), 70]) {
    const last = (await pagesOf('这是一句说明。', `${'说'.repeat(46 * lines)}末`)).at(-1) ?? [];
    if (!last.some((text) => text.endsWith('末')) || !last.includes('2026年11月28日')) alone.push(`${lines} lines`);
  }
  expect(alone).toEqual([]);
});

/** The lines of each page, without its foot. */
async function pagesOf(sentence: string, lastRecheck = '在核验网页选择整个证据包。'): Promise<string[][]> {
  const lines = dossierParts.flatMap(({ rules }) =>
    Object.values<{ readonly question: string }>(rules).map(({ question }, at) => ({
      审查要点: question,
      依据: '《人民法院在线诉讼规则》第十六条',
      结论: findings[at % findings.length] ?? '无法判断',
      说明: sentence,
      材料: ['manifest.json'],
      复核方法: '在核验网页选择整个证据包。',
    })),
  );
  const dossier = {
    type: 'dossier',
    version: dossierVersion,
    number: 'A'.repeat(32),
    as_of: { moment: '2026-11-28T00:00:00.000Z', checkpoint: null },
    lines: lines.map((line, at) => (at === lines.length - 1 ? { ...line, 复核方法: lastRecheck } : line)),
  } as const;
  const pdf = await dossierPdf({
    dossier,
    dossierSha256: 'a'.repeat(64),
    officeName: '某某公证处',
    number: dossier.number,
    verifyUrl: 'https://notary.example.cn/verify',
  });
  const { stdout } = await withFiles({ 'd.pdf': pdf }, 'pdftotext', ['-layout', 'd.pdf', '-']);
  const isShown = (line: string) => line !== '' && !line.startsWith('存证编号');
  const pages = stdout.split('\f').map((page) =>
    page
      .split('\n')
      .map((line) => line.trim())
      .filter(isShown),
  );
  return pages.filter((page) => page.length > 0);
}
