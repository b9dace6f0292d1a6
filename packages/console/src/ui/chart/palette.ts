interface SeriesLook {
  /** Name of the token that holds the colour. */
  readonly token: string;
  /** Lengths of dashes and gaps in pixels; none for a solid line. */
  readonly dash: readonly number[];
}

const DASHES: readonly (readonly number[])[] = [[], [8, 3], [2, 3], [10, 3, 2, 3]];
const COLOURS = 8;

/** The look of the series at an index: eight colours, and dashes by which neighbours differ without colour. */
export function lookOf(index: number): SeriesLook {
  const colour = index % COLOURS;
  const dash = DASHES[(index + Math.floor(index / COLOURS)) % DASHES.length] ?? [];
  return { token: `--series-${colour + 1}`, dash };
}

/** A colour of two, both as `#rrggbb` or `#rgb`: `share` of the first, the rest of the second. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [channelsOf(first), channelsOf(second)];
  const parts = a.map((channel, index) =>
    Math.round(channel * share + (b[index] ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** Builds shorten `#ffffff` to `#fff`. */
function channelsOf(colour: string): readonly number[] {
  const digits = colour.slice(1);
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
}
