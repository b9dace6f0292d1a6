import type { CodedError } from './user-error';

/** Lengths and indexes of arrays and tuples. */
export const ARRAYS_AND_TUPLES: readonly CodedError[] = [
  [
    9,
    {
      code: 'sizes_of_columns_doesnt_match',
      detail: 'A function got columns of different lengths.',
    },
  ],
  [
    20,
    {
      code: 'number_of_columns_doesnt_match',
      detail: 'The two sides of IN have a different number of columns.',
    },
  ],
  [
    120,
    {
      code: 'cannot_insert_value_of_different_size_into_tuple',
      detail: 'Two tuples of this query have different lengths.',
    },
  ],
  [
    124,
    {
      code: 'incorrect_element_of_set',
      detail: 'What stands before IN and what stands behind it have different forms.',
    },
  ],
  [127, { code: 'illegal_index', detail: 'An index of this query is none.' }],
  [
    135,
    { code: 'zero_array_or_tuple_index', detail: 'Indexes of arrays and tuples start at one.' },
  ],
  [
    190,
    {
      code: 'sizes_of_arrays_dont_match',
      detail: 'Arrays that are read side by side have different lengths.',
    },
  ],
  [
    645,
    {
      code: 'number_of_dimensions_mismatched',
      detail: 'Arrays of this query are nested to different depths.',
    },
  ],
];
