import { GlobalFonts } from '@napi-rs/canvas';
import { createRequire } from 'node:module';

/**
 * Value of a canvas context's `font` in Noto Sans SC, the only font that every machine has, because it is bundled with the program.
 * It covers 通用规范汉字表 and 30 000 characters in all, so names such as 䶮 or 𬱖 are drawn instead of boxes.
 */
export function chineseFont(sizePx: number, weight: keyof typeof fontFiles = 'regular'): string {
  if (!registered) {
    for (const file of Object.values(fontFiles)) {
      if (!GlobalFonts.registerFromPath(file, family)) throw new Error(`the font ${file} cannot be read`);
    }
    registered = true;
  }
  return `${weight === 'bold' ? 'bold ' : ''}${sizePx}px "${family}"`;
}

/** The TrueType files, for embedding in documents. Resolved from this module, so that the bundle in dist finds them too. */
const { resolve } = createRequire(import.meta.url);
export const fontFiles = {
  regular: resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
} as const;

// Not the font's own name: an installed Noto Sans SC of another version must not be mixed in.
const family = 'Bundled Noto Sans SC';
let registered = false;
