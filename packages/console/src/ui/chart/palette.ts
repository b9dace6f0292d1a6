interface SeriesLook {
  /** The name of the token for the colour. */
  readonly token: string;
  /** The lengths of dashes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

const DASHES: readonly (readonly number[])[] = [[], [8, 3], [2, 3], [10, 3, 2, 3]];
const COLOURS = 8;

/**
 * The colour and dashes of the series at an index. There are eight colours; dashes make neighbours different without
 * colour.
 */
export function lookOf(index: number): SeriesLook {
  const colour = index % COLOURS;
  const dash = DASHES[(index + Math.floor(index / COLOURS)) % DASHES.length] ?? [];
  return { token: `--series-${colour + 1}`, dash };
}

/** Mixes two colours, each as `#rrggbb` or `#rgb`: `share` (0 to 1) of the first, the rest of the second. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [channelsOf(first), channelsOf(second)];
  const parts = a.map((channel, index) =>
    Math.round(channel * share + (b[index] ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** The build shortens colours such as `#ffffff` to `#fff`. */
function channelsOf(colour: string): readonly number[] {
  const digits = colour.slice(1);
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
}
