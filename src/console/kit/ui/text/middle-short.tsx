import './middle-short.css';

/**
 * Shortens `0123456789abcdef…` in the middle, where ids and hashes are least distinctive. The middle is only hidden, so that a marked and
 * copied number is whole.
 */
export function MiddleShort({ text, max = 26 }: { text: string; max?: number | undefined }) {
  if (text.length <= max) return text;
  const end = text.length - (max / 2 - 1);
  return (
    <>
      {text.slice(0, max / 2)}
      <span className="middle-hidden">{text.slice(max / 2, end)}</span>
      {text.slice(end)}
    </>
  );
}
