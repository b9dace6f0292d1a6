import { isNear, stemsOf } from './normalise';

/** Names prepared for being looked for. */
export interface NameIndex {
  /** The name a phrase means; the same letters first, then near ones, then one that contains all its words. */
  find(phrase: string, tolerance?: 'exact' | 'near' | 'loose'): string | null;
}

interface Known {
  readonly name: string;
  /** All letters, without blanks. */
  readonly key: string;
  readonly stems: readonly string[];
}

/** Words that do not distinguish names. */
const FILLER = new Set(['user', 'the', 'a', 'an', 'event', 'of', 'all']);
/** Shorter phrases are too easily part of something else. */
const MIN_LOOSE_CHARACTERS = 4;

export function createNameIndex(names: readonly string[]): NameIndex {
  const known = names.map((name): Known => {
    const stems = stemsOf(name);
    return { name, key: stems.join(''), stems };
  });
  return {
    find(phrase, tolerance = 'loose') {
      const all = stemsOf(phrase);
      const stems = all.filter((word) => !FILLER.has(word));
      const key = (stems.length > 0 ? stems : all).join('');
      if (key === '') return null;
      const finders = [
        ({ key: other }: Known) => other === key || other === all.join(''),
        ({ stems: others }: Known) => withoutFiller(others).join('') === key,
        ...(tolerance === 'exact'
          ? []
          : [({ key: other }: Known) => isNear(other, key, slipsAllowed(key))]),
        ...(tolerance === 'loose' && key.length >= MIN_LOOSE_CHARACTERS
          ? [({ stems: others }: Known) => stems.every((word) => others.includes(word))]
          : []),
      ];
      for (const fits of finders) {
        const found = shortest(known.filter(fits));
        if (found !== null) return found;
      }
      return null;
    },
  };
}

function withoutFiller(stems: readonly string[]): readonly string[] {
  return stems.filter((word) => !FILLER.has(word));
}

function slipsAllowed(key: string): number {
  if (key.length < 5) return 0;
  return key.length < 9 ? 1 : 2;
}

/** The plainest of several; the order of the list does not matter. */
function shortest(found: readonly Known[]): string | null {
  const [first] = [...found].sort(
    (a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1),
  );
  return first?.name ?? null;
}
