import { packageNames as names } from '../../../domain/evidence/package-names.ts';
import type { UsedMark } from '../marks/mark-store.ts';

/** The mark of an evidence as files of its package: the mark, and the token that it names with the authority's certificates. */
export function markFiles(mark: UsedMark | null): readonly { readonly name: string; readonly content: Uint8Array | string }[] {
  if (!mark) return [];
  return [
    { name: names.mark, content: mark.json },
    ...(mark.der && mark.chainPem !== null
      ? [
          { name: names.markTimestamp, content: mark.der },
          { name: names.markTimestampChain, content: mark.chainPem },
        ]
      : []),
  ];
}
