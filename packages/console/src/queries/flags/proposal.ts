import type { FlagDraft, FlagFilters } from './flag';
import type { Difference } from './flag-words';
import { flagDifferences } from './flag-words';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The id of the change request that the server created instead of the change (status 409); null for any other error.
 */
export function proposalOf(error: unknown): string | null {
  const { status, body } = (error ?? {}) as Fields;
  if (status !== 409) return null;
  const { change_request_id: id } = (body ?? {}) as Fields;
  return typeof id === 'string' ? id : null;
}

const DRAFT_FIELDS = new Set(['key', 'name', 'active', 'filters']);

/**
 * The differences between fields of a flag, in words; structures that the console does not know are JSON.
 *
 * @param before the old values of the changed fields, by their names in the wire format; empty for a new flag
 */
export function fieldsDifference(before: Fields, after: Fields): readonly Difference[] {
  const others = Object.keys({ ...before, ...after }).filter((field) => !DRAFT_FIELDS.has(field));
  return [
    ...flagDifferences(draftFrom(before, after), draftFrom(after, before)),
    ...others
      .map((field) => ({
        part: partWords(field),
        before: valueWords(before[field]),
        after: valueWords(after[field]),
      }))
      .filter(({ before: old, after: next }) => old !== next),
  ];
}

/**
 * A draft from the fields of one side. A field that only the other side has is copied from it, so that it is no
 * difference.
 */
function draftFrom(fields: Fields, other: Fields): FlagDraft {
  const valueOf = (field: string): unknown => (field in fields ? fields[field] : other[field]);
  const filters = ('filters' in fields ? fields['filters'] : {}) as FlagFilters | null;
  return {
    key: textOf(valueOf('key')),
    name: textOf(valueOf('name')),
    active: fields['active'] === true,
    filters: filters ?? {},
  };
}

/** `evaluation_runtime` becomes "Evaluation runtime". */
function partWords(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of any field; an empty list or object is an empty text. */
function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(', ');
  }
  const text = textOf(value);
  return text === '{}' || text === '[]' ? '' : text;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
