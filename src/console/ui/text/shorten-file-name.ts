import { codePointLength, limits } from '../../../domain/codes/limits.ts';

/** Shortens a file name to 45 characters by its middle, so that the extension stays (seed 1, section 2). */
export function shortenFileName(name: string, max: number = limits.fileNameChars): string {
  if (codePointLength(name) <= max) return name;
  const chars = [...name];
  const dot = chars.lastIndexOf('.');
  const tail = dot > 0 && chars.length - dot <= extensionChars ? chars.slice(dot) : [];
  return [...chars.slice(0, max - 1 - tail.length), '…', ...tail].join('');
}

const extensionChars = 8;
