/**
 * The lines of a capture log (JSON Lines) about an event, the last one first. Reads them where they stand: a log from outside may consist
 * of millions of lines. Lines over 1 MiB are skipped; ours are shorter.
 */
export function* lastLinesAbout(log: string, event: string): Generator<string> {
  const mark = `"event":"${event}"`;
  for (let at = log.lastIndexOf(mark); at >= 0; ) {
    const start = log.lastIndexOf('\n', at) + 1;
    const newline = log.indexOf('\n', at);
    const end = newline < 0 ? log.length : newline;
    if (end - start <= maxLineChars) yield log.slice(start, end);
    at = start === 0 ? -1 : log.lastIndexOf(mark, start - 1);
  }
}

const maxLineChars = 1_048_576;
