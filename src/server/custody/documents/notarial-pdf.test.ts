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
    verifyUrl: 'https://notary.example/verify',
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

it.skipIf(poppler.isMissing)(
  `has the list of 1 to 200 pieces, in order, and address, number and page on every page${poppler.note}`,
  { timeout: 120_000 },
  async () => {
    for (const pieces of [1, 5, 12, 13, 14, 50, 200]) {
      const given = { ...content(Array.from({ length: pieces }, (_, at) => `第${at}件`)), licence: '3110000001' };
      const pages = await pagesOf(given);
      const all = pages.join('');
      const places = given.evidence.map(({ number }) => all.indexOf(number));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
      for (const [at, page] of pages.entries()) {
        for (const text of ['https://notary.example/verify', given.number, `第${at + 1}页，共${pages.length}页`])
          expect(page).toContain(text);
        expect(page.includes('公证员李公证') && page.includes('3110000001'), `${pieces}: page ${at + 1}`).toBe(at + 1 === pages.length);
      }
      expect(pages.at(-1)).toContain(given.evidence.at(-1)?.sha256);
    }
  },
);

it.skipIf(poppler.isMissing)(`goes on over the next page where a name is higher than one${poppler.note}`, { timeout: 60_000 }, async () => {
  const title = Array.from({ length: 400 }, (_, at) => `段落${at}号`).join('');
  const pages = await pagesOf({ ...content([title, '末件']), officeName: '某某省某某市某某区某某某某公证处' });
  const body = pages.map((page) => page.split('核验地址')[0]).join('');
  for (const at of [0, 150, 300, 399]) expect(body).toContain(`段落${at}号`);
  expect(pages.every((page) => page.includes('核验地址'))).toBe(true);
});
