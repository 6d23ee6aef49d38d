import type { SheetRow } from './certificate-sheet.tsx';

/** What a certificate says of witnesses; nothing while none has cosigned. */
export function witnessRows(witnessed: string): SheetRow[] {
  return witnessed === '' ? [] : [{ label: '见证', value: witnessed }];
}
