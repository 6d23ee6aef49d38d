import { packageNames } from '../../../src/domain/proof/evidence/package-names.ts';

/** Names that may occur unchanged in Chinese sentences. */
const knownNames = [
  /SHA-?256(?:SUMS)?(?:\.p7s)?/g,
  /SHA-512/g,
  /SM3(?:SUMS)?/g,
  /(?:\b|\.)(?:SM2|sm2)(?:\.p7s)?/g,
  /RFC \d+/g,
  /UTF-8/g,
  /JSON/g,
  /CRC-32/g,
  /PEM/g,
  /PDF/g,
  /NTP/g,
  /校验码 [0-9A-HJKMNP-TV-Z]{12}/g,
  /zip/g,
  /--[a-z-]+/g,
  /\b(?:0x)?[0-9a-fA-F]{8,}\b/g,
  /\b(?:[0-9A-F]{2}:){31}[0-9A-F]{2}\b/g,
];

/** Foreign words in texts for Chinese readers, except known names, hashes, and file names. */
export function foreignWords(text: string, fileNames: readonly string[] = []): string[] {
  const files = [...Object.values(packageNames), ...fileNames].toSorted((a, b) => b.length - a.length);
  const named = files.reduce((rest, name) => rest.replaceAll(name, ' '), text);
  return knownNames.reduce((rest, name) => rest.replaceAll(name, ' '), named).match(/[A-Za-z]{2,}/g) ?? [];
}
