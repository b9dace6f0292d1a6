import type { CodedError } from './user-error';

/** Types that do not match each other or their context. */
export const TYPES: readonly CodedError[] = [
  [
    43,
    {
      code: 'illegal_type_of_argument',
      detail:
        'A function or operator got an argument of a type it does not accept. Convert it first, for example with toString() or toFloat().',
    },
  ],
  [
    44,
    {
      code: 'illegal_column',
      detail: 'A function or operator got a kind of column it does not accept.',
    },
  ],
  [50, { code: 'unknown_type', detail: 'A type of this query does not exist.' }],
  [
    53,
    {
      code: 'type_mismatch',
      detail: 'Two values of this query have types that do not go together.',
    },
  ],
  [
    59,
    {
      code: 'illegal_type_of_column_for_filter',
      detail:
        'A condition is neither true nor false. Compare it with something, for example `= true`.',
    },
  ],
  [
    70,
    {
      code: 'cannot_convert_type',
      detail: 'A value cannot be converted to the type this query needs.',
    },
  ],
  [
    122,
    {
      code: 'incompatible_columns',
      detail: 'Columns of this query have types that do not go together.',
    },
  ],
  [
    169,
    {
      code: 'bad_type_of_field',
      detail: 'A function or operator got an argument of a type it does not accept.',
    },
  ],
  [
    170,
    {
      code: 'bad_get',
      detail:
        'A function or operator got an argument of a type it does not accept. Convert it first, for example with toString() or toFloat().',
    },
  ],
  [
    321,
    {
      code: 'value_is_out_of_range_of_data_type',
      detail: 'A number is outside the range of its type.',
    },
  ],
  [
    349,
    {
      code: 'cannot_insert_null_in_ordinary_column',
      detail: 'A null stands where the type this query needs has none.',
    },
  ],
  [
    377,
    {
      code: 'illegal_syntax_for_data_type',
      detail: 'A type of this query is written in a way that is not allowed.',
    },
  ],
  [
    378,
    { code: 'data_type_cannot_have_arguments', detail: 'A type of this query takes no arguments.' },
  ],
  [386, { code: 'no_common_type', detail: 'Two values of this query have no common type.' }],
  [407, { code: 'decimal_overflow', detail: 'A number is outside the range of its type.' }],
  [636, { code: 'type_mismatch', detail: 'A type cannot be worked out for this query.' }],
  [
    728,
    {
      code: 'unexpected_data_type',
      detail: 'A function or operator got an argument of a type it does not accept.',
    },
  ],
];
