import type { ApplicationPiece } from '../../../contract/console/notarizations.ts';
import { type PieceState, pieceState } from '../../../domain/business/codes/notarizations.ts';
import type { Tone } from '../../kit/list/columns.ts';

/** Why an application cannot pass yet: a piece that is not whole, or pieces that were not opened; undefined if it can. */
export function passObstacle(pieces: readonly ApplicationPiece[]): string | undefined {
  const faulty = pieces.findIndex(({ state }) => isFaulty(state));
  if (faulty >= 0) return `第 ${faulty + 1} 件证据${pieces[faulty]?.state_name}，不能通过`;
  const unopened = pieces.filter(({ opened }) => opened !== 1).length;
  return unopened === 0 ? undefined : `还有 ${unopened} 件未查看`;
}

/** A piece that is still being checked is for the server to wait for. */
function isFaulty(state: number): boolean {
  return !pieceState.is(state, 'whole', 'checking');
}

/** Where a review begins: at the first piece that was not opened. */
export function firstUnopened(pieces: readonly ApplicationPiece[]): number {
  return Math.max(
    0,
    pieces.findIndex(({ opened }) => opened !== 1),
  );
}

export function pieceTone(state: number): Tone {
  return tones[pieceState.nameOf(state) ?? 'missing'];
}

const tones: Record<PieceState, Tone> = {
  whole: 'done',
  checking: 'work',
  uploading: 'work',
  unread: 'wait',
  damaged: 'failed',
  missing: 'failed',
};
