import type { BracketField } from '../../contract/bracket-wire.ts';
import type { SheetRow } from './certificate-sheet.tsx';

/** What a certificate says of the times between which its evidence was made; nothing of evidence without a mark. */
export function bracketRows(bracket: BracketField): SheetRow[] {
  return bracket ? [{ label: '时间夹逼', value: bracket.text }] : [];
}
