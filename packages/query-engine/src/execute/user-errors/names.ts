import type { CodedError } from './user-error';

/** Names of columns, tables and aliases. */
export const NAMES: readonly CodedError[] = [
  [10, { code: 'not_found_column_in_block', detail: 'A column of this query does not exist.' }],
  [15, { code: 'duplicate_column', detail: 'Two columns of this query have one name.' }],
  [47, { code: 'unknown_identifier', detail: 'A name in this query cannot be resolved.' }],
  [51, { code: 'empty_list_of_columns_queried', detail: 'This query selects no column.' }],
  [
    52,
    {
      code: 'column_queried_more_than_once',
      detail: 'A column of this query is named more than once.',
    },
  ],
  [60, { code: 'unknown_table', detail: 'A table of this query does not exist.' }],
  [174, { code: 'cyclic_aliases', detail: 'Aliases of this query stand for each other.' }],
  [
    179,
    { code: 'multiple_expressions_for_alias', detail: 'One alias stands for two expressions.' },
  ],
  [
    206,
    {
      code: 'alias_required',
      detail: 'A sub-query or expression of this query needs a name: AS name.',
    },
  ],
  [
    207,
    { code: 'ambiguous_identifier', detail: 'A name of this query stands for several columns.' },
  ],
  [
    352,
    { code: 'ambiguous_column_name', detail: 'A name of this query stands for several columns.' },
  ],
  [
    703,
    {
      code: 'invalid_identifier',
      detail: 'A name of this query has characters that are not allowed.',
    },
  ],
];
