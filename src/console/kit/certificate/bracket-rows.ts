import type { BracketField } from '../../../contract/bracket-wire.ts';
import type { SheetRow } from './certificate-sheet.tsx';

/** The certificate's rows about the times between which its evidence was made; none for evidence without a mark. */
export function bracketRows(bracket: BracketField): SheetRow[] {
  return bracket ? [{ label: '时间夹逼', value: bracket.text }] : [];
}
