const UNITS: Readonly<Record<string, string>> = {
  h: 'hour',
  d: 'day',
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
};

/** The units of an offset, the most common first. */
export const OFFSET_UNITS = ['d', 'w', 'm', 'q', 'y', 'h'].map((value) => ({
  value,
  label: `${UNITS[value] ?? value}s earlier`,
}));

/** Describes a comparison: `none`, `previous`, or an offset of the API (`-3w`). */
export function compareWords(to: string): string {
  if (to === 'none') return 'No comparison';
  if (to === 'previous') return 'Against the period before';
  const [, amount = '', unit = ''] = /^-(\d+)([hdwmqy])$/.exec(to) ?? [];
  const name = UNITS[unit];
  if (name === undefined) return `Against ${to}`;
  return amount === '1' ? `Against 1 ${name} earlier` : `Against ${amount} ${name}s earlier`;
}
