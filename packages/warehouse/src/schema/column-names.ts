import { checkColumnCount } from '../limits';

const MAX_NAME = 200;

/**
 * The names columns get, one for each name in the file: blanks around it and control characters go, one that
 * is empty is named by its position, one that repeats gets a number.
 *
 * @throws WarehouseSourceError for too many
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
