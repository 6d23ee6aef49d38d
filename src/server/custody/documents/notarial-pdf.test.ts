import { expect, it } from 'vitest';
import { withFiles } from '../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { notarialPdf, type NotarialContent } from './notarial-pdf.ts';

const poppler = tool('pdftotext');
const at = new Date('2026-11-21T02:50:00Z');

function content(titles: readonly string[]): NotarialContent {
  return {
    number: '（2026）存公证字第1号',
    officeName: '某某市公证处',
    applicant: { name: '张三', idcard: '110101199003070011', address: '某某市某某区某某路 1 号' },
    appliedAt: at,
    passedAt: at,
    notary: '李公证',
    evidence: titles.map((title, index) => ({
      number: `${index}`.padStart(32, 'A'),
      title,
      kind: '录像',
      fileName: '现场.mp4',
      savedAt: at,
      sha256: `${index}`.padStart(64, 'c'),
    })),
  };
}

/** Texts of the pages, without blanks. */
async function pagesOf(given: NotarialContent): Promise<string[]> {
  const { stdout } = await withFiles({ 'n.pdf': await notarialPdf(given) }, 'pdftotext', ['-layout', 'n.pdf', '-']);
  return stdout
    .split('\f')
    .map((page) => page.replaceAll(/\s/g, ''))
    .filter((page) => page !== '');
}

/** Around each page break the title grows line by line, so that the list ends at every height. */
const lengths = [1, 5].flatMap((items) => Array.from({ length: 18 }, (_, lines) => [items, lines] as const));

it.skipIf(poppler.isMissing)(`never leaves the seal alone on a page${poppler.note}`, { timeout: 120_000 }, async () => {
  const alone: string[] = [];
  for (const [items, lines] of [...lengths, [1, 60] as const, [2, 45] as const]) {
    const given = content(
      Array.from({ length: items }, (_, index) => (index === 0 || lines > 20 ? `长${'标题文字'.repeat(lines * 8)}末` : '标题')),
    );
    const pages = await pagesOf(given);
    const last = pages.at(-1) ?? '';
    if (!last.includes('公证员李公证') || !last.includes(given.evidence.at(-1)?.sha256 ?? '?'))
      alone.push(`${items} items, ${lines} lines`);
    for (const { title, sha256 } of given.evidence)
      if (
        !pages
          .join('')
          .replaceAll(/公证书编号.*?页/g, '')
          .includes(sha256)
      )
        alone.push(title.slice(0, 9));
  }
  expect(alone).toEqual([]);
});
