import { fileStatus, type FileStatus } from '../../domain/codes/evidence.ts';
import type { Tone } from '../list/columns.ts';

/** The dot of an evidence's file; a code that is unknown is as bad as a missing file. */
export function fileTone(code: number): Tone {
  const tones: Record<FileStatus, Tone> = { stored: 'done', uploading: 'work', missing: 'failed' };
  return tones[fileStatus.nameOf(code) ?? 'missing'];
}
