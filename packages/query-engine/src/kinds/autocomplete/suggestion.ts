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

/** A prefix that sorts functions after fields of tables. */
const SORTED_LAST = '2-';

/** A suggestion for a name, inserted in backticks if it needs them. */
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
  // Names of `system` tables contain a dot.
  const chain = label.startsWith('system.') ? label.split('.') : [label];
  return printHogQL({ type: 'Field', chain, start: 0, end: 0 });
}
