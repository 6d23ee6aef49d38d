import { Icon } from './icons.tsx';
import { toast } from './toast.ts';

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = '复制' }: { text: string; label?: string }) {
  return (
    <button type="button" className="copy" onClick={() => copyText(text)} aria-label={label} title={label}>
      <Icon name="copy" />
    </button>
  );
}

/** Copies a text and confirms it with a toast. */
export function copyText(text: string): void {
  navigator.clipboard
    .writeText(text)
    .then(() => toast('success', '已复制'))
    .catch(() => toast('error', '浏览器不允许复制，请手动选择'));
}
