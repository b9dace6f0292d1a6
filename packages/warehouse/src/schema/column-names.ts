import { checkColumnCount } from '../limits';

const MAX_NAME = 200;

/**
 * Unique names of the columns of a file: surrounding blanks and control characters are removed, an empty name is
 * replaced by one with its position, and a repeated name gets a number.
 * @throws WarehouseSourceError for too many columns
 */
export function columnNames(given: readonly string[]): readonly string[] {
  checkColumnCount(given.length);
  const taken = new Set<string>();
  return given.map((raw, index) => {
    const clean = raw
      .replace(/\p{Cc}|\p{Surrogate}/gu, '')
      .trim()
      .slice(0, MAX_NAME);
    const name = clean === '' ? `column_${index + 1}` : clean;
    let unique = name;
    for (let copy = 2; taken.has(unique); copy += 1) unique = `${name}_${copy}`;
    taken.add(unique);
    return unique;
  });
}
