import { isDeepStrictEqual } from 'node:util';
import type { FeatureFlag } from '@tidemark/postgres';
import { FLAG_FIELDS } from '@tidemark/postgres';
import type { Translation } from './translate-filters';
import { translateFilters } from './translate-filters';

type Document = Readonly<Record<string, unknown>>;

/** The fields that a copy takes along, by their names on the wire. */
export const COPIED_FIELDS = [
  'name',
  'filters',
  'active',
  'ensure_experience_continuity',
  'evaluation_runtime',
  'bucketing_identifier',
  'evaluation_contexts',
  'tags',
  'is_remote_configuration',
  'has_encrypted_payloads',
] as const;

/** Fields that have a value of the same meaning where they are null. */
const DEFAULTS: Document = {
  ensure_experience_continuity: false,
  evaluation_runtime: 'all',
  bucketing_identifier: 'distinct_id',
};

export interface FieldDifference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The copied fields of a flag in words that mean the same in every project: cohorts, flags and group types by name.
 *
 * @param names the names in the flag's project
 */
export function portableFields(flag: FeatureFlag, names: Translation): Document {
  const wire = FLAG_FIELDS.toWire(flag) as Document;
  return Object.fromEntries(
    COPIED_FIELDS.map((field) => [
      field,
      field === 'filters'
        ? translateFilters(withoutNames(flag.filters), names)
        : (wire[field] ?? DEFAULTS[field] ?? null),
    ]),
  );
}

/** The fields that differ, in the order of `COPIED_FIELDS`; `before` is null for a flag that does not exist. */
export function fieldDifferences(before: Document | null, after: Document): FieldDifference[] {
  return COPIED_FIELDS.flatMap((field) => {
    const [left, right] = [before?.[field] ?? null, after[field] ?? null];
    return isDeepStrictEqual(left, right) ? [] : [{ field, before: left, after: right }];
  });
}

/** Names of cohorts and groups that are kept beside their numbers for display only. */
function withoutNames(filters: Document): Document {
  return JSON.parse(
    JSON.stringify(filters, (key, inner: unknown) =>
      key === 'cohort_name' || key === 'group_key_names' || inner === null ? undefined : inner,
    ),
  ) as Document;
}
