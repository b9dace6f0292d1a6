import { printHogQL } from '@tidemark/hogql';

/** One entry of an editor's list (`docs/wire/query-kinds.md#autocomplete-response`). */
export interface Suggestion {
  readonly label: string;
  readonly insertText: string;
  readonly kind: 'Variable' | 'Folder' | 'Function' | 'Property' | 'Value';
  readonly detail: string | null;
  readonly documentation: null;
  readonly sortText: string | null;
}

/** Functions come after what the tables have. */
const SORTED_LAST = '2-';

/** A name, inserted in backticks where it could not be read otherwise. */
export function suggestion(
  label: string,
  kind: Suggestion['kind'],
  detail: string | null,
  insertText = nameText(label),
): Suggestion {
  const sortText = kind === 'Function' ? SORTED_LAST + label : null;
  return { label, insertText, kind, detail, documentation: null, sortText };
}

function nameText(label: string): string {
  // Tables of the project's definitions have a dot in their names.
  const chain = label.startsWith('system.') ? label.split('.') : [label];
  return printHogQL({ type: 'Field', chain, start: 0, end: 0 });
}
