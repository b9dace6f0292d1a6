import { isNear, stemsOf } from './normalise';

/** Names that can be searched by phrases. */
export interface NameIndex {
  /**
   * Returns the name that a phrase means, or null. A name with the same letters is preferred to a similar one
   * (tolerance `near` and `loose`), and this to one that contains all words of the phrase (`loose`).
   */
  find(phrase: string, tolerance?: 'exact' | 'near' | 'loose'): string | null;
}

interface Known {
  readonly name: string;
  /** The stems of the words, without spaces. */
  readonly key: string;
  readonly stems: readonly string[];
}

/** Words that do not distinguish names. */
const FILLER = new Set(['user', 'the', 'a', 'an', 'event', 'of', 'all']);
/** Shorter phrases are part of too many names. */
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

/**
 * Returns the shortest name, of several the first in alphabetical order; the result does not depend on the order of the
 * list.
 */
function shortest(found: readonly Known[]): string | null {
  const [first] = [...found].sort(
    (a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1),
  );
  return first?.name ?? null;
}
