import { limits } from '../../../../domain/business/codes/limits.ts';
import { codePointLength } from '../../../../domain/kit/text/length.ts';

/** Shortens a file name to 45 characters by its middle, so that the extension stays (spec/console, 2.17). */
export function shortenFileName(name: string, max: number = limits.fileNameChars): string {
  if (codePointLength(name) <= max) return name;
  const chars = [...name];
  const dot = chars.lastIndexOf('.');
  const tail = dot > 0 && chars.length - dot <= extensionChars ? chars.slice(dot) : [];
  return [...chars.slice(0, max - 1 - tail.length), '…', ...tail].join('');
}

const extensionChars = 8;
