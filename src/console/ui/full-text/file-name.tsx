import { shortenFileName } from '../text/shorten-file-name.ts';

/** A file's name, shortened in its middle where it is long; pointer and focus show the whole. */
export function FileName({ name }: { name: string }) {
  const shown = shortenFileName(name);
  if (shown === name) return name;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard reads the whole name there
    <span data-full={name} tabIndex={0}>
      {shown}
    </span>
  );
}
