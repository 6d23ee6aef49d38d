import { useLayoutEffect } from 'react';
import type { Act } from './current-record.ts';
import type { PaletteField } from './palette.tsx';
import { PaletteList } from './palette-list.tsx';
import { usePalette } from './use-palette.ts';

interface Props {
  readonly field: PaletteField;
  /** Actions of the current screen. */
  readonly acts: readonly Act[];
  readonly close: () => void;
}

/** Pages, records and actions for the typed text. */
export function PaletteFound({ field, acts, close }: Props) {
  const { id, choose } = field;
  const { sections, line, act, isEmpty, search, open, point } = usePalette(field, acts, close);
  const chosen = isEmpty ? undefined : `${id}-${line}`;
  useLayoutEffect(() => choose(chosen), [choose, chosen]);
  return (
    <PaletteList
      id={id}
      sections={sections}
      line={line}
      act={act}
      isWaiting={!search.isCurrent}
      error={search.error}
      retry={search.retry}
      point={point}
      open={open}
    />
  );
}
