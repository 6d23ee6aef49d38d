import { expect, it } from 'vitest';
import type { ApplicationPiece } from '../../../contract/console/notarizations.ts';
import { type PieceState, pieceState } from '../../../domain/business/codes/notarizations.ts';
import { firstUnopened, passObstacle } from './pieces.ts';

const piece = (state: PieceState, isOpened: boolean): ApplicationPiece => ({
  baoquan: '',
  title: '',
  opened: isOpened ? 1 : 0,
  checked: '',
  state: pieceState.code(state),
  state_name: pieceState.label(state),
});

it.each<[string, readonly ApplicationPiece[], string | undefined]>([
  ['all whole and opened', [piece('whole', true), piece('whole', true)], undefined],
  ['two not opened', [piece('whole', false), piece('whole', true), piece('whole', false)], '还有 2 件未查看'],
  ['one damaged', [piece('whole', false), piece('damaged', true)], '第 2 件证据损坏，不能通过'],
  ['one missing', [piece('missing', true)], '第 1 件证据缺失，不能通过'],
  ['one that cannot be read', [piece('unread', true)], '第 1 件证据无法读取，不能通过'],
  ['one still being checked', [piece('checking', true)], undefined],
])('通过 with %s', (_case, pieces, obstacle) => {
  expect(passObstacle(pieces)).toBe(obstacle);
});

it('a review begins at the first piece that was not opened, else at the first', () => {
  expect(firstUnopened([piece('whole', true), piece('whole', false)])).toBe(1);
  expect(firstUnopened([piece('whole', true)])).toBe(0);
  expect(firstUnopened([])).toBe(0);
});
