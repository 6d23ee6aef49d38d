/** Formats seconds as a clock does: `02:05`, `1:02:05`; empty for none. */
export function durationText(seconds: number): string {
  if (seconds <= 0) return '';
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(rest)}`;
}

function two(figure: number): string {
  return String(figure).padStart(2, '0');
}
