/** Formats a number: grouped digits, at most two decimals, no exponent. */
export function numberWords(value: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
}

/** Formats a count with a noun: "1 dead letter", "2,000 dead letters". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberWords(count)} ${count === 1 ? one : many}`;
}

/** Formats a number for an axis: 12K, 1.5M. */
export function shortNumber(value: number, locale?: string): string {
  const notation = Math.abs(value) >= 10_000 ? 'compact' : 'standard';
  return new Intl.NumberFormat(locale, { notation, maximumFractionDigits: 2 }).format(value);
}

/** Formats a share from 0 to 1 as a percentage. */
export function shareWords(share: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
    share,
  );
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** Formats a duration in its two largest units: `1 h 5 min`; less than a second with one decimal. */
export function durationWords(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 10) / 10} s`;
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const amount = Math.floor(rest / size);
    rest -= amount * size;
    if (amount > 0) parts.push(`${amount} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}

/** Formats the time that has passed since a timestamp: `just now`, `5 min ago`. */
export function ageWords(time: string, now: number): string {
  const seconds = (now - Date.parse(time)) / 1_000;
  if (!(seconds >= 60)) return 'just now';
  return `${durationWords(seconds).split(' ').slice(0, 2).join(' ')} ago`;
}
