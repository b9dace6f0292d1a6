import type { CodedError } from './user-error';

/** Errors in calls of functions and aggregations: unknown names and wrong arguments. */
export const FUNCTIONS: readonly CodedError[] = [
  [1, { code: 'unsupported_method', detail: 'A function cannot be used in this way.' }],
  [2, { code: 'unsupported_parameter', detail: 'A parameter of an aggregation is not supported.' }],
  [
    12,
    { code: 'parameter_out_of_bound', detail: 'A parameter of a function is outside its bounds.' },
  ],
  [
    34,
    {
      code: 'too_many_arguments_for_function',
      detail: 'A function got more arguments than it takes.',
    },
  ],
  [
    35,
    {
      code: 'too_few_arguments_for_function',
      detail: 'A function got fewer arguments than it needs.',
    },
  ],
  [36, { code: 'bad_arguments', detail: 'A function got an argument it does not accept.' }],
  [
    42,
    {
      code: 'number_of_arguments_doesnt_match',
      detail: 'A function got the wrong number of arguments.',
    },
  ],
  [46, { code: 'unknown_function', detail: 'A function of this query does not exist.' }],
  [48, { code: 'not_implemented', detail: 'A function does not support arguments of this type.' }],
  [
    63,
    { code: 'unknown_aggregate_function', detail: 'An aggregation of this query does not exist.' },
  ],
  [69, { code: 'argument_out_of_bound', detail: 'A function got an argument outside its bounds.' }],
  [117, { code: 'incorrect_data', detail: 'A function got a value that it cannot read.' }],
  [
    128,
    {
      code: 'too_large_array_size',
      detail: 'A function would make an array larger than is allowed.',
    },
  ],
  [129, { code: 'function_is_special', detail: 'A function cannot be used in this way.' }],
  [
    131,
    {
      code: 'too_large_string_size',
      detail: 'A function would make a text larger than is allowed.',
    },
  ],
  [
    133,
    {
      code: 'aggregate_function_doesnt_allow_parameters',
      detail: 'An aggregation got parameters it does not take.',
    },
  ],
  [
    134,
    {
      code: 'parameters_to_aggregate_functions_must_be_literals',
      detail: 'The parameters of an aggregation must be constants.',
    },
  ],
  [153, { code: 'illegal_division', detail: 'Division by zero.' }],
  [
    309,
    {
      code: 'function_cannot_have_parameters',
      detail: 'A function got parameters it does not take.',
    },
  ],
  [446, { code: 'function_not_allowed', detail: 'A function of this query is not allowed here.' }],
  [
    527,
    {
      code: 'no_suitable_function_implementation',
      detail: 'A function does not support arguments of this type.',
    },
  ],
  [721, { code: 'deprecated_function', detail: 'A function of this query is no longer there.' }],
];
