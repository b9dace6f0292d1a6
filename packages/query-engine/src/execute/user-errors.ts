/** What a user reads of a mistake that only the engine could see. */
export interface UserError {
  /** The engine's name of it, as the original tells it. */
  readonly code: string;
  readonly detail: string;
}

const TOO_COMPLEX: UserError = {
  code: 'query_too_complex',
  detail: 'This query is nested too deeply or too long. Split it into simpler parts.',
};

/**
 * ClickHouse error code → what the user sees. The engine's own text can carry values of other rows, so
 * none of it is passed on; it goes to the server log only.
 */
const USER_ERRORS: ReadonlyMap<number, UserError> = new Map([
  [1, { code: 'unsupported_method', detail: 'A function cannot be used in this way.' }],
  [2, { code: 'unsupported_parameter', detail: 'A parameter of an aggregation is not supported.' }],
  [
    6,
    { code: 'cannot_parse_text', detail: 'A value cannot be parsed as the type this query needs.' },
  ],
  [
    7,
    {
      code: 'incorrect_number_of_columns',
      detail: 'Parts of this query have different numbers of columns.',
    },
  ],
  [
    9,
    {
      code: 'sizes_of_columns_doesnt_match',
      detail: 'A function got columns of different lengths.',
    },
  ],
  [10, { code: 'not_found_column_in_block', detail: 'A column of this query does not exist.' }],
  [
    12,
    { code: 'parameter_out_of_bound', detail: 'A parameter of a function is outside its bounds.' },
  ],
  [15, { code: 'duplicate_column', detail: 'Two columns of this query have one name.' }],
  [
    20,
    {
      code: 'number_of_columns_doesnt_match',
      detail: 'The two sides of IN have a different number of columns.',
    },
  ],
  [
    25,
    {
      code: 'cannot_parse_escape_sequence',
      detail: 'A pattern or text ends in a backslash, or escapes what cannot be escaped.',
    },
  ],
  [
    26,
    {
      code: 'cannot_parse_quoted_string',
      detail: 'A text inside another one is not quoted as it has to be.',
    },
  ],
  [
    27,
    {
      code: 'cannot_parse_input_assertion_failed',
      detail: 'A value cannot be parsed as the type this query needs.',
    },
  ],
  [
    32,
    {
      code: 'attempt_to_read_after_eof',
      detail: 'A value cannot be parsed as the type this query needs.',
    },
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
  [38, { code: 'cannot_parse_date', detail: 'A text cannot be parsed as a date.' }],
  [41, { code: 'cannot_parse_datetime', detail: 'A text cannot be parsed as a date and time.' }],
  [
    42,
    {
      code: 'number_of_arguments_doesnt_match',
      detail: 'A function got the wrong number of arguments.',
    },
  ],
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
  [46, { code: 'unknown_function', detail: 'A function of this query does not exist.' }],
  [47, { code: 'unknown_identifier', detail: 'A name in this query cannot be resolved.' }],
  [48, { code: 'not_implemented', detail: 'A function does not support arguments of this type.' }],
  [50, { code: 'unknown_type', detail: 'A type of this query does not exist.' }],
  [51, { code: 'empty_list_of_columns_queried', detail: 'This query selects no column.' }],
  [
    52,
    {
      code: 'column_queried_more_than_once',
      detail: 'A column of this query is named more than once.',
    },
  ],
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
  [60, { code: 'unknown_table', detail: 'A table of this query does not exist.' }],
  [
    62,
    {
      code: 'query_too_complex',
      detail:
        'Query size exceeded: it is longer than the engine takes. Split it into simpler parts.',
    },
  ],
  [
    63,
    { code: 'unknown_aggregate_function', detail: 'An aggregation of this query does not exist.' },
  ],
  [69, { code: 'argument_out_of_bound', detail: 'A function got an argument outside its bounds.' }],
  [
    70,
    {
      code: 'cannot_convert_type',
      detail: 'A value cannot be converted to the type this query needs.',
    },
  ],
  [72, { code: 'cannot_parse_number', detail: 'A text cannot be parsed as a number.' }],
  [80, { code: 'incorrect_query', detail: 'Parts of this query contradict each other.' }],
  [117, { code: 'incorrect_data', detail: 'A function got a value that it cannot read.' }],
  [
    120,
    {
      code: 'cannot_insert_value_of_different_size_into_tuple',
      detail: 'Two tuples of this query have different lengths.',
    },
  ],
  [
    121,
    {
      code: 'unsupported_join_keys',
      detail: 'The keys of a JOIN have types that cannot be joined.',
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
    124,
    {
      code: 'incorrect_element_of_set',
      detail: 'What stands before IN and what stands behind it have different forms.',
    },
  ],
  [
    125,
    {
      code: 'incorrect_result_of_scalar_subquery',
      detail: 'A sub-query that stands for one value returns several rows.',
    },
  ],
  [127, { code: 'illegal_index', detail: 'An index of this query is none.' }],
  [
    128,
    {
      code: 'too_large_array_size',
      detail: 'A function would make an array larger than is allowed.',
    },
  ],
  [129, { code: 'function_is_special', detail: 'A function cannot be used in this way.' }],
  [130, { code: 'cannot_read_array_from_text', detail: 'A text cannot be parsed as an array.' }],
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
  [
    135,
    { code: 'zero_array_or_tuple_index', detail: 'Indexes of arrays and tuples start at one.' },
  ],
  [153, { code: 'illegal_division', detail: 'Division by zero.' }],
  [161, { code: 'query_too_complex', detail: 'This query has more columns than is allowed.' }],
  [165, TOO_COMPLEX],
  [166, TOO_COMPLEX],
  [167, TOO_COMPLEX],
  [168, TOO_COMPLEX],
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
  [174, { code: 'cyclic_aliases', detail: 'Aliases of this query stand for each other.' }],
  [
    179,
    { code: 'multiple_expressions_for_alias', detail: 'One alias stands for two expressions.' },
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
    190,
    {
      code: 'sizes_of_arrays_dont_match',
      detail: 'Arrays that are read side by side have different lengths.',
    },
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
  [306, TOO_COMPLEX],
  [
    309,
    {
      code: 'function_cannot_have_parameters',
      detail: 'A function got parameters it does not take.',
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
    346,
    { code: 'cannot_convert_charset', detail: 'A text cannot be converted to this character set.' },
  ],
  [
    349,
    {
      code: 'cannot_insert_null_in_ordinary_column',
      detail: 'A null stands where the type this query needs has none.',
    },
  ],
  [
    352,
    { code: 'ambiguous_column_name', detail: 'A name of this query stands for several columns.' },
  ],
  [
    353,
    {
      code: 'index_of_positional_argument_is_out_of_range',
      detail: 'A GROUP BY or ORDER BY names a column by a position that there is not.',
    },
  ],
  [
    360,
    {
      code: 'cannot_create_charset_converter',
      detail: 'A character set of this query does not exist.',
    },
  ],
  [376, { code: 'cannot_parse_uuid', detail: 'A text cannot be parsed as a UUID.' }],
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
  [
    403,
    {
      code: 'invalid_join_on_expression',
      detail: 'This JOIN condition is not supported: use equality between the two sides.',
    },
  ],
  [407, { code: 'decimal_overflow', detail: 'A number is outside the range of its type.' }],
  [427, { code: 'cannot_compile_regexp', detail: 'A regular expression is invalid.' }],
  [
    440,
    {
      code: 'invalid_limit_expression',
      detail: 'LIMIT and OFFSET must be whole numbers that are not negative.',
    },
  ],
  [
    441,
    {
      code: 'cannot_parse_domain_value_from_string',
      detail: 'A text cannot be parsed as an address.',
    },
  ],
  [446, { code: 'function_not_allowed', detail: 'A function of this query is not allowed here.' }],
  [
    447,
    {
      code: 'cannot_compile_regexp',
      detail: 'A regular expression would take too long. Use fewer repetitions.',
    },
  ],
  [467, { code: 'cannot_parse_bool', detail: 'A text cannot be parsed as true or false.' }],
  [
    475,
    {
      code: 'invalid_with_fill_expression',
      detail: 'WITH FILL needs a number, a date or a time, and bounds of the same type.',
    },
  ],
  [476, { code: 'with_ties_without_order_by', detail: 'WITH TIES needs an ORDER BY.' }],
  [
    490,
    { code: 'cannot_format_datetime', detail: 'A date or time cannot be written in this format.' },
  ],
  [
    498,
    {
      code: 'limit_by_with_ties_is_not_supported',
      detail: 'LIMIT BY and WITH TIES do not go together.',
    },
  ],
  [
    527,
    {
      code: 'no_suitable_function_implementation',
      detail: 'A function does not support arguments of this type.',
    },
  ],
  [563, { code: 'cannot_read_map_from_text', detail: 'A text cannot be parsed as a map.' }],
  [572, TOO_COMPLEX],
  [
    596,
    {
      code: 'intersect_or_except_result_structures_mismatch',
      detail: 'The queries of an INTERSECT or EXCEPT return different columns.',
    },
  ],
  [621, { code: 'cannot_normalize_string', detail: 'A text cannot be normalized.' }],
  [636, { code: 'type_mismatch', detail: 'A type cannot be worked out for this query.' }],
  [
    645,
    {
      code: 'number_of_dimensions_mismatched',
      detail: 'Arrays of this query are nested to different depths.',
    },
  ],
  [675, { code: 'cannot_parse_ipv4', detail: 'A text cannot be parsed as an IPv4 address.' }],
  [676, { code: 'cannot_parse_ipv6', detail: 'A text cannot be parsed as an IPv6 address.' }],
  [691, { code: 'unknown_element_of_enum', detail: 'A value is not one of its type.' }],
  [
    703,
    {
      code: 'invalid_identifier',
      detail: 'A name of this query has characters that are not allowed.',
    },
  ],
  [718, TOO_COMPLEX],
  [721, { code: 'deprecated_function', detail: 'A function of this query is no longer there.' }],
  [
    728,
    {
      code: 'unexpected_data_type',
      detail: 'A function or operator got an argument of a type it does not accept.',
    },
  ],
]);

/** Undefined for a failure that is not the statement's. */
export function userError(engineCode: number): UserError | undefined {
  return USER_ERRORS.get(engineCode);
}
