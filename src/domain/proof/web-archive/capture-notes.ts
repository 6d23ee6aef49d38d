import { lastLinesAbout } from './log-lines.ts';

/**
 * What a successful capture is known to lack or to differ in, as recorded in the capture log. No notes: nothing is known that pictures and
 * archive lack. The server and a verifier with only the package read the same values.
 */
export interface CaptureNote {
  readonly code: CaptureNoteCode;
  /** A sentence for operators and the court, without a full stop. */
  readonly text: string;
}

/** Notes of completeness: something that the page has, or may have, is not in the pictures or the archive. */
const completenessCodes = [
  'cut_height',
  'cut_width',
  'inner_scroll',
  'missing_resources',
  'lazy_left',
  'covered',
  'service_worker',
  'self_reload',
  'no_font',
  'moving',
] as const;
/** Notes of what the address answered; only with `accept` `as_is`. */
const answerCodes = ['http_status', 'certificate', 'file'] as const;
export const captureNoteCodes = [...completenessCodes, ...answerCodes] as const;
export type CaptureNoteCode = (typeof captureNoteCodes)[number];

export type CaptureNotes = readonly CaptureNote[];

/** The notes that keep a capture from being whole. */
export function completenessNotes(notes: readonly CaptureNote[]): readonly CaptureNote[] {
  const codes: readonly string[] = completenessCodes;
  return notes.filter(({ code }) => codes.includes(code));
}

/** Whether the result is a file in place of a page: the file is the evidence, and there is nothing to replay. */
export function isFileResult(notes: readonly CaptureNote[] | null): boolean {
  return notes?.some(({ code }) => code === 'file') ?? false;
}

/** The event name of the capture log's line with the notes. */
export const notesEvent = 'notes';

/** The notes in a capture log; null if there are none recorded, as in logs of older captures, or they are invalid. */
export function captureNotesIn(log: string): readonly CaptureNote[] | null {
  const [line] = lastLinesAbout(log, notesEvent);
  if (line === undefined) return null;
  try {
    const { event, notes } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    return event === notesEvent ? parseCaptureNotes(notes) : null;
  } catch {
    return null; // JSON.parse reports invalid JSON only by throwing.
  }
}

/** Parses notes from untrusted JSON; null for an invalid value. */
export function parseCaptureNotes(value: unknown): readonly CaptureNote[] | null {
  if (!Array.isArray(value) || value.length > captureNoteCodes.length) return null;
  const notes = (value as readonly unknown[]).map(parseNote).filter((note) => note !== null);
  return notes.length === value.length ? notes : null;
}

function parseNote(value: unknown): CaptureNote | null {
  if (typeof value !== 'object' || value === null) return null;
  const { code, text } = value as Readonly<Record<string, unknown>>;
  const known = captureNoteCodes.find((one) => one === code);
  return known !== undefined && typeof text === 'string' && text.length <= maxText ? { code: known, text } : null;
}

const maxText = 1000;

/** All notes in one line. */
export function notesText(notes: readonly CaptureNote[]): string {
  return notes.map(({ text }) => text).join('；');
}
