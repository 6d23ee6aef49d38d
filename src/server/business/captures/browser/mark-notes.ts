import { createHash } from 'node:crypto';
import type { ClockFacts } from '../../../../domain/proof/marks/clocks.ts';
import { drawMargin, marginRows } from '../../../../domain/proof/marks/margin.ts';
import type { MadeMark } from '../../../custody/marks/make-mark.ts';
import { setMargin } from '../../../platform/media/png-margin.ts';
import type { CaptureLog } from './capture-log.ts';
import type { ClockReadings } from './environment.ts';
import { widestPicture } from './page-picture.ts';
import { readPng } from './png-rows.ts';

/** The margin of a capture's pictures. */
export interface DrawnMargin {
  /** Puts the margin above the picture. The pixels that the browser drew stay unchanged below it. */
  above(picture: Buffer): Buffer;
}

/**
 * Writes the mark into the log before anything else is read. Every later line of the log was therefore written after the mark. Returns
 * null without a mark.
 */
export function noteMark(log: CaptureLog, made: MadeMark | null): DrawnMargin | null {
  if (!made) {
    log.note('mark', { sha256: null });
    return null;
  }
  const { hash, code, checkpointSize, timestampAt, mark } = made;
  log.note('mark', {
    sha256: hash,
    code,
    checkpoint: checkpointSize,
    timestamp: timestampAt?.toISOString() ?? null,
    cosignatures: mark.cosignatures.length,
    block: mark.block?.hash ?? null,
    // Of the widest one: the pictures do not exist yet.
    margin: digest(drawMargin(hash, widestPicture)),
  });
  return {
    above(picture) {
      const { width } = readPng(picture);
      // The hash of the browser's own file, without a margin.
      log.note('margin', { rows: marginRows, mark: hash, picture: digest(picture) });
      return setMargin(picture, { rows: marginRows, pixels: drawMargin(hash, width) }, { keyword: 'mark', text: hash });
    },
  };
}

/** The clocks as plain values; the target's is known only when it has answered. */
export function clocksOf({ host, database, ntp }: ClockReadings, made: MadeMark | null): ClockFacts {
  return {
    host: host.toISOString(),
    ntp: ntp.state,
    database: database.toISOString(),
    mark: made?.timestampAt?.toISOString() ?? null,
    target: null,
  };
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
