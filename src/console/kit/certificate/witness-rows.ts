import type { SheetRow } from './certificate-sheet.tsx';

/** The certificate's rows about witnesses; none until a witness has cosigned. */
export function witnessRows(witnessed: string): SheetRow[] {
  return witnessed === '' ? [] : [{ label: '见证', value: witnessed }];
}
