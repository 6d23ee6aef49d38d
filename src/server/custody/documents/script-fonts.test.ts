import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { certificateContent, withFiles } from '../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { scriptFonts } from './script-fonts.ts';

/** A word of each script: py-pdf/fpdf2#490, pymupdf/PyMuPDF#1028, parallax/jsPDF#3792 and google/fonts#6584 tell how they fall apart. */
const words = {
  Uyghur: 'ئۇيغۇر',
  Mongolian: 'ᠮᠣᠩᠭᠣᠯ',
  Tibetan: 'བསྒྲུབས',
  Yi: 'ꆈꌠꁱꂷ',
  Korean: '계약서',
};
const fontOf = async (word: string) => (await scriptFonts([word.codePointAt(0) ?? 0])).get(word.codePointAt(0) ?? 0);

describe.each(Object.entries(words))('a font for %s', (_script, word) => {
  it('has its letters', async () => {
    const fonts = await scriptFonts([...word].map((letter) => letter.codePointAt(0) ?? 0));
    expect([...word].filter((letter) => !fonts.has(letter.codePointAt(0) ?? 0))).toEqual([]);
  });
});

it('joins the letters of Uyghur, from right to left', async () => {
  const { font } = (await fontOf(words.Uyghur)) ?? expect.unreachable();
  const alone = (letter: string) => font.layout(letter).glyphs.map(({ id }) => id);
  const joined = font.layout('غۇ').glyphs.map(({ id }) => id);
  expect(joined).not.toEqual([...alone('ۇ'), ...alone('غ')]);
  expect(font.layout(words.Uyghur).glyphs.length).toBeGreaterThanOrEqual([...words.Uyghur].length);
});

it.each([words.Mongolian, words.Tibetan])('lays %s out in less width than its letters alone', async (word) => {
  const { font } = (await fontOf(word)) ?? expect.unreachable();
  const alone = [...word].reduce((sum, letter) => sum + font.layout(letter).advanceWidth, 0);
  expect(font.layout(word).advanceWidth).toBeLessThan(alone);
});

const poppler = tool('pdftotext');

it.skipIf(poppler.isMissing)(`draws the words of every script on a certificate, and they can be copied${poppler.note}`, async () => {
  for (const word of Object.values(words)) {
    const pdf = await certificatePdf(certificateContent({ title: `合同${word}文本` }));
    const { stdout } = await withFiles({ 'c.pdf': pdf }, 'pdftotext', ['c.pdf', '-']);
    expect(stdout).toContain(word);
    expect((await withFiles({ 'c.pdf': pdf }, 'pdffonts', ['c.pdf'])).stdout).not.toContain('Blank');
  }
});

const fontconfig = tool('fc-list');

describe.skipIf(fontconfig.isMissing)(`a font of this machine${fontconfig.note}`, () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'fonts-'));
    await mkdir(join(home, 'fonts'));
    const file = 'noto-sans-yi/400Regular/NotoSansYi_400Regular.ttf';
    await copyFile(createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}`), join(home, 'fonts/yi.ttf'));
    vi.stubEnv('XDG_DATA_HOME', home);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(home, { recursive: true });
  });
  it('is found by a character that it has', async () => {
    const { installedFonts } = await import('./installed-fonts.ts');
    expect(await installedFonts(0xa188)).toContainEqual(
      expect.objectContaining({
        file: join(home, 'fonts/yi.ttf'),
        index: 0,
        postscriptName: 'NotoSansYi-Regular',
      }),
    );
    expect((await installedFonts(0x9fff)).map(({ file }) => file)).not.toContain(join(home, 'fonts/yi.ttf'));
  });
});
