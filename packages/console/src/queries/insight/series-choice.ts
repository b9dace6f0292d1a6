import { decodeTexts, encodeTexts } from '../fragment-texts';

/** Whether a user shows a series of a chart, by the name of the series. Other series have their default. */
export type SeriesChoice = ReadonlyMap<string, boolean>;

const SHOWN = '+';
const HIDDEN = '-';

/** Encodes a choice for the fragment of the URL; null if all series have their default. */
export function encodeSeriesChoice(choice: SeriesChoice): string | null {
  if (choice.size === 0) return null;
  return encodeTexts([...choice].map(([name, isShown]) => `${isShown ? SHOWN : HIDDEN}${name}`));
}

/** The choice in the fragment of the URL; an empty one if there is none, or if the text is damaged. */
export function decodeSeriesChoice(text: string | null): SeriesChoice {
  return new Map(
    decodeTexts(text).flatMap((entry) => {
      const mark = entry.slice(0, 1);
      return mark === SHOWN || mark === HIDDEN ? [[entry.slice(1), mark === SHOWN] as const] : [];
    }),
  );
}

/** The names of series in a choice: their labels, with a number after a label that occurs again. */
export function seriesNames(series: readonly { readonly label: string }[]): readonly string[] {
  const counts = new Map<string, number>();
  return series.map(({ label }) => {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    return count === 1 ? label : `${label} #${count}`;
  });
}

/** The choice after a series was shown or hidden. */
export function withSeries(
  choice: SeriesChoice,
  name: string,
  isShown: boolean,
  isShownByDefault: boolean,
): SeriesChoice {
  const others = [...choice].filter(([other]) => other !== name);
  return new Map(isShown === isShownByDefault ? others : [...others, [name, isShown]]);
}
