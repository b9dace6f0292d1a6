/** What a user reads of a mistake that only the engine could see. */
export interface UserError {
  readonly code: string;
  readonly detail: string;
}

const PARSE = {
  code: 'cannot_parse',
  detail: 'A value cannot be parsed as the type this query needs.',
};
const ARGUMENT_TYPE = {
  code: 'illegal_type_of_argument',
  detail:
    'A function or operator got an argument of a type it does not accept. Convert it first, for example with toString() or toFloat().',
};
const ARGUMENT_COUNT = {
  code: 'number_of_arguments_doesnt_match',
  detail: 'A function got the wrong number of arguments.',
};
const OUT_OF_BOUND = {
  code: 'argument_out_of_bound',
  detail: 'A function got an argument outside its bounds.',
};
const TOO_LARGE = {
  code: 'argument_out_of_bound',
  detail: 'A function would make a text or an array larger than is allowed.',
};
const TOO_COMPLEX = {
  code: 'query_too_complex',
  detail: 'This query is nested too deeply or too long. Split it into simpler parts.',
};
const TYPE_MISMATCH = {
  code: 'type_mismatch',
  detail: 'Two values of this query have types that do not go together.',
};

/**
 * ClickHouse error code → what the user sees. The engine's own text can carry values of other rows, so
 * none of it is passed on; it goes to the server log only.
 */
const USER_ERRORS: Readonly<Record<number, UserError>> = {
  1: { code: 'unsupported_method', detail: 'A function cannot be used in this way.' },
  2: { code: 'unsupported_parameter', detail: 'A parameter of an aggregation is not supported.' },
  6: PARSE,
  10: { code: 'not_found_column', detail: 'A column of this query does not exist.' },
  12: { code: 'argument_out_of_bound', detail: 'A parameter of a function is outside its bounds.' },
  20: {
    code: 'number_of_columns_doesnt_match',
    detail: 'The two sides of IN have a different number of columns.',
  },
  27: PARSE,
  32: PARSE,
  34: ARGUMENT_COUNT,
  35: ARGUMENT_COUNT,
  36: { code: 'bad_arguments', detail: 'A function got an argument it does not accept.' },
  38: { code: 'cannot_parse', detail: 'A text cannot be parsed as a date or time.' },
  41: { code: 'cannot_parse', detail: 'A text cannot be parsed as a date or time.' },
  42: ARGUMENT_COUNT,
  43: ARGUMENT_TYPE,
  44: {
    code: 'illegal_column',
    detail: 'A function or operator got a kind of column it does not accept.',
  },
  46: { code: 'unknown_function', detail: 'A function of this query does not exist.' },
  47: { code: 'unknown_identifier', detail: 'A name in this query cannot be resolved.' },
  48: { code: 'unsupported_method', detail: 'A function does not support arguments of this type.' },
  53: TYPE_MISMATCH,
  59: {
    code: 'illegal_type_of_argument',
    detail:
      'A condition is neither true nor false. Compare it with something, for example `= true`.',
  },
  69: OUT_OF_BOUND,
  70: {
    code: 'cannot_convert_type',
    detail: 'A value cannot be converted to the type this query needs.',
  },
  72: PARSE,
  62: {
    code: 'query_too_complex',
    detail: 'This query is longer than the engine takes. Split it into simpler parts.',
  },
  117: { code: 'incorrect_data', detail: 'A function got a value that it cannot read.' },
  125: {
    code: 'incorrect_result_of_scalar_subquery',
    detail: 'A sub-query that stands for one value returns several rows.',
  },
  128: TOO_LARGE,
  131: TOO_LARGE,
  133: {
    code: 'aggregate_function_doesnt_allow_parameters',
    detail: 'An aggregation got parameters it does not take.',
  },
  134: {
    code: 'parameters_to_aggregate_functions_must_be_literals',
    detail: 'The parameters of an aggregation must be constants.',
  },
  135: { code: 'argument_out_of_bound', detail: 'Indexes of arrays and tuples start at one.' },
  153: { code: 'illegal_division', detail: 'Division by zero.' },
  167: TOO_COMPLEX,
  168: TOO_COMPLEX,
  170: ARGUMENT_TYPE,
  179: { code: 'multiple_expressions_for_alias', detail: 'One alias stands for two expressions.' },
  184: { code: 'illegal_aggregation', detail: 'An aggregation stands where none is allowed.' },
  190: {
    code: 'sizes_of_arrays_dont_match',
    detail: 'Arrays that are read side by side have different lengths.',
  },
  207: { code: 'ambiguous_identifier', detail: 'A name of this query stands for several columns.' },
  215: {
    code: 'not_an_aggregate',
    detail: 'A selected column is neither inside an aggregation nor in GROUP BY.',
  },
  258: {
    code: 'union_all_result_structures_mismatch',
    detail: 'The queries of a UNION return different columns.',
  },
  306: TOO_COMPLEX,
  321: OUT_OF_BOUND,
  349: {
    code: 'cannot_convert_type',
    detail: 'A null stands where the type this query needs has none.',
  },
  360: { code: 'bad_arguments', detail: 'A character set of this query does not exist.' },
  376: { code: 'cannot_parse_uuid', detail: 'A text cannot be parsed as a UUID.' },
  386: { code: 'no_common_type', detail: 'Two values of this query have no common type.' },
  403: {
    code: 'invalid_join_on_expression',
    detail: 'This JOIN condition is not supported: use equality between the two sides.',
  },
  407: { code: 'decimal_overflow', detail: 'A number is outside the range of its type.' },
  427: { code: 'cannot_compile_regexp', detail: 'A regular expression is invalid.' },
  440: {
    code: 'invalid_limit_expression',
    detail: 'LIMIT and OFFSET must be whole numbers that are not negative.',
  },
  447: {
    code: 'cannot_compile_regexp',
    detail: 'A regular expression would take too long. Use fewer repetitions.',
  },
  467: { code: 'cannot_parse_bool', detail: 'A text cannot be parsed as true or false.' },
  475: {
    code: 'invalid_with_fill_expression',
    detail: 'WITH FILL needs a number, a date or a time, and bounds of the same type.',
  },
  636: { code: 'type_mismatch', detail: 'A type cannot be worked out for this query.' },
};

/** Undefined for a failure that is not the statement's. */
export function userError(engineCode: number): UserError | undefined {
  return USER_ERRORS[engineCode];
}
