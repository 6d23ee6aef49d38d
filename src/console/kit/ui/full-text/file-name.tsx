import { shortenFileName } from '../text/shorten-file-name.ts';
import { given } from '../given-text.tsx';
import { visibleText } from '../../../../domain/kit/text/visible-text.ts';

/** A file name, shortened in the middle if long; hover and focus show it in full. */
export function FileName({ name }: { name: string }) {
  const shown = shortenFileName(name);
  if (shown === name) return given(name);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users reveal the full name by focus
    <span data-full={visibleText(name)} tabIndex={0}>
      {given(shown)}
    </span>
  );
}
