import { Icon } from './icons.tsx';
import { toast } from './toast.ts';

/** Puts a text on the clipboard. */
export function CopyButton({ text, label = '复制' }: { text: string; label?: string }) {
  const copy = () => {
    navigator.clipboard
      .writeText(text)
      .then(() => toast('success', '已复制'))
      .catch(() => toast('error', '浏览器不允许复制，请手动选择'));
  };
  return (
    <button type="button" className="copy" onClick={copy} aria-label={label} title={label}>
      <Icon name="copy" />
    </button>
  );
}
