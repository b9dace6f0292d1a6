import type { CodedError } from './user-error';

/** Errors of clauses, and of statements that are combined. */
export const CLAUSES: readonly CodedError[] = [
  [
    7,
    {
      code: 'incorrect_number_of_columns',
      detail: 'Parts of this query have different numbers of columns.',
    },
  ],
  [80, { code: 'incorrect_query', detail: 'Parts of this query contradict each other.' }],
  [
    121,
    {
      code: 'unsupported_join_keys',
      detail: 'The keys of a JOIN have types that cannot be joined.',
    },
  ],
  [
    125,
    {
      code: 'incorrect_result_of_scalar_subquery',
      detail: 'A sub-query that stands for one value returns several rows.',
    },
  ],
  [183, { code: 'unexpected_expression', detail: 'An expression stands where none is allowed.' }],
  [184, { code: 'illegal_aggregation', detail: 'An aggregation stands where none is allowed.' }],
  [186, { code: 'unsupported_collation_locale', detail: 'A language of COLLATE does not exist.' }],
  [
    187,
    {
      code: 'collation_comparison_failed',
      detail: 'Texts of this query cannot be compared by an alphabet.',
    },
  ],
  [
    215,
    {
      code: 'not_an_aggregate',
      detail: 'A selected column is neither inside an aggregation nor in GROUP BY.',
    },
  ],
  [
    258,
    {
      code: 'union_all_result_structures_mismatch',
      detail: 'The queries of a UNION return different columns.',
    },
  ],
  [262, { code: 'bad_collation', detail: 'Only texts can be sorted by an alphabet.' }],
  [264, { code: 'incompatible_type_of_join', detail: 'A JOIN of this type is not possible here.' }],
  [
    353,
    {
      code: 'index_of_positional_argument_is_out_of_range',
      detail: 'A GROUP BY or ORDER BY names a column by a position that there is not.',
    },
  ],
  [
    403,
    {
      code: 'invalid_join_on_expression',
      detail: 'This JOIN condition is not supported: use equality between the two sides.',
    },
  ],
  [
    440,
    {
      code: 'invalid_limit_expression',
      detail: 'LIMIT and OFFSET must be whole numbers that are not negative.',
    },
  ],
  [
    475,
    {
      code: 'invalid_with_fill_expression',
      detail: 'WITH FILL needs a number, a date or a time, and bounds of the same type.',
    },
  ],
  [476, { code: 'with_ties_without_order_by', detail: 'WITH TIES needs an ORDER BY.' }],
  [
    498,
    {
      code: 'limit_by_with_ties_is_not_supported',
      detail: 'LIMIT BY and WITH TIES do not go together.',
    },
  ],
  [
    596,
    {
      code: 'intersect_or_except_result_structures_mismatch',
      detail: 'The queries of an INTERSECT or EXCEPT return different columns.',
    },
  ],
];
