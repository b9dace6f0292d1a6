import type { CompileContext } from '@tidemark/hogql';
import type { StoredBag, ValueKnowledge } from '@tidemark/postgres';

/** Whether all stored values of a property are text (`docs/decisions`, 0100). */
export type TextProperties = NonNullable<CompileContext['isTextProperty']>;

/** The known types of the values of a project's properties with these names. */
export type ValueLookup = (projectId: number, names: readonly string[]) => Promise<ValueKnowledge>;

/** Names of properties that one run assumed to be text: they are checked again after it has read its rows. */
export type AssumedTexts = Set<`${StoredBag} ${string}`>;

/** Decides for the given names only, and records the properties that are treated as text. */
export async function loadTextProperties(
  find: ValueLookup,
  projectId: number,
  names: readonly string[],
  assumed: AssumedTexts,
): Promise<TextProperties> {
  if (names.length === 0) return () => false;
  const { isTracked, nonText } = await find(projectId, names);
  if (!isTracked) return () => false;
  const asked = new Set(names);
  const others = new Set(nonText.map(({ bag, name }) => `${bag} ${name}`));
  return (bag, name) => {
    if (!asked.has(name) || others.has(`${bag} ${name}`)) return false;
    assumed.add(`${bag} ${name}`);
    return true;
  };
}

/**
 * Whether all assumptions still hold. Types of values are recorded before their events can be read, so an assumption
 * that holds after reading also held for every row that was read.
 */
export async function stillTexts(
  find: ValueLookup,
  projectId: number,
  assumed: AssumedTexts,
): Promise<boolean> {
  if (assumed.size === 0) return true;
  const names = [...assumed].map((text) => text.slice(text.indexOf(' ') + 1));
  const { isTracked, nonText } = await find(projectId, [...new Set(names)]);
  return isTracked && !nonText.some(({ bag, name }) => assumed.has(`${bag} ${name}`));
}
