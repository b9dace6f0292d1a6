import type { IconName } from '../../ui/icon/icon-names';

export interface PaletteEntry {
  readonly id: string;
  /** The type of the entry: `Screen`, `Insight`, `Flag`, `Command`, … */
  readonly group: string;
  readonly label: string;
  /** Additional words by which the entry is found. They are not shown. */
  readonly words?: string;
  readonly icon: IconName;
  readonly run: () => void;
}

const MAX_SHOWN = 30;

/**
 * The entries whose label, group and additional words contain every word of the text, in any order and case. Labels
 * that begin with the text come first; the other entries keep their order.
 */
export function matchingEntries<T extends Pick<PaletteEntry, 'label' | 'group' | 'words'>>(
  entries: readonly T[],
  text: string,
): readonly T[] {
  const wanted = text.trim().toLocaleLowerCase();
  const words = wanted.split(/[\s?]+/);
  const matching = entries.filter(({ label, group, words: others = '' }) => {
    const searched = `${label} ${group} ${others}`.toLocaleLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const begins = ({ label }: T): boolean => label.toLocaleLowerCase().startsWith(wanted);
  return [...matching.filter(begins), ...matching.filter((entry) => !begins(entry))].slice(
    0,
    MAX_SHOWN,
  );
}
