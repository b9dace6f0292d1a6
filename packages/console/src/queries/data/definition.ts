/** The editable fields of the definition of an event or a property. */
export interface DefinitionDraft {
  readonly description: string;
  readonly tags: readonly string[];
  readonly verified: boolean;
  readonly hidden: boolean;
  /** The type of a property; empty if no type is declared or detected. Events have none. */
  readonly property_type?: string;
}

interface Stored extends Omit<DefinitionDraft, 'property_type'> {
  readonly property_type?: string | null;
}

/** The types of properties in the wire format. */
export const PROPERTY_TYPES: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'Not known' },
  { value: 'String', label: 'Text' },
  { value: 'Numeric', label: 'Number' },
  { value: 'Boolean', label: 'Yes or no' },
  { value: 'DateTime', label: 'Date and time' },
  { value: 'Duration', label: 'Duration' },
];

/** The label of a property type. */
export function typeWords(type: string | null | undefined): string {
  return PROPERTY_TYPES.find(({ value }) => value === (type ?? ''))?.label ?? type ?? '';
}

/** The editable fields of a stored definition. */
export function definitionDraft(stored: Stored): DefinitionDraft {
  const { description, tags, verified, hidden, property_type: type } = stored;
  const draft = { description, tags, verified, hidden };
  return type === undefined ? draft : { ...draft, property_type: type ?? '' };
}

/**
 * The fields of the draft that differ from the stored definition. Only these are sent, so that changes by other users
 * are kept.
 */
export function changedFields(draft: DefinitionDraft, stored: Stored): Partial<DefinitionDraft> {
  const before = new Map(Object.entries(definitionDraft(stored)));
  const changed = Object.entries(draft).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return Object.fromEntries(changed);
}
