import { fileStatus, type FileStatus } from '../../../domain/business/codes/evidence.ts';
import type { Tone } from '../list/columns.ts';

/** Colour of the dot for a file's state; an unknown code counts as a missing file. */
export function fileTone(code: number): Tone {
  const tones: Record<FileStatus, Tone> = { stored: 'done', uploading: 'work', missing: 'failed' };
  return tones[fileStatus.nameOf(code) ?? 'missing'];
}
