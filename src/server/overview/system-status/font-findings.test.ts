import { expect, it } from 'vitest';
import { fontFindings } from './font-findings.ts';

it('names the writing without a font, and the packages to install, each once', async () => {
  const [finding] = await fontFindings(async (samples) => !/[བᠮ😀]|\u{31350}/u.test(samples));
  expect(finding).toMatchObject({
    state: 'warn',
    detail: 'no font for CJK extension H, Tibetan, Mongolian, emoji: captured pages show boxes',
    text: '缺少汉字扩展 H、藏文、蒙古文、表情符号的字体，网页截图中显示为方框',
    advice: '在 Debian 上执行 apt-get install fonts-babelstone-han fonts-noto-core fonts-noto-color-emoji',
  });
});

it('is content where every writing has a font', async () => {
  expect(await fontFindings(async () => true)).toEqual([expect.objectContaining({ state: 'ok', text: '11 种文字均有字体' })]);
});

it('says that it could not look where fontconfig is missing, and fails on any other fault', async () => {
  const missing = Object.assign(new Error('no fc-list'), { code: 'ENOENT' });
  expect(await fontFindings(() => Promise.reject(missing))).toEqual([expect.objectContaining({ state: 'off' })]);
  await expect(fontFindings(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('reads the fonts of this machine', async () => {
  const [finding] = await fontFindings();
  expect(finding?.item).toBe('fonts');
});
