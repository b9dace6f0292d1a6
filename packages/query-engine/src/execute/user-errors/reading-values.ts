import type { CodedError } from './user-error';

/** Texts that cannot be converted to a type, and invalid patterns. */
export const READING_VALUES: readonly CodedError[] = [
  [
    6,
    { code: 'cannot_parse_text', detail: 'A value cannot be parsed as the type this query needs.' },
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
  [38, { code: 'cannot_parse_date', detail: 'A text cannot be parsed as a date.' }],
  [41, { code: 'cannot_parse_datetime', detail: 'A text cannot be parsed as a date and time.' }],
  [72, { code: 'cannot_parse_number', detail: 'A text cannot be parsed as a number.' }],
  [130, { code: 'cannot_read_array_from_text', detail: 'A text cannot be parsed as an array.' }],
  [
    346,
    { code: 'cannot_convert_charset', detail: 'A text cannot be converted to this character set.' },
  ],
  [
    360,
    {
      code: 'cannot_create_charset_converter',
      detail: 'A character set of this query does not exist.',
    },
  ],
  [376, { code: 'cannot_parse_uuid', detail: 'A text cannot be parsed as a UUID.' }],
  [427, { code: 'cannot_compile_regexp', detail: 'A regular expression is invalid.' }],
  [
    441,
    {
      code: 'cannot_parse_domain_value_from_string',
      detail: 'A text cannot be parsed as an address.',
    },
  ],
  [
    447,
    {
      code: 'cannot_compile_regexp',
      detail: 'A regular expression would take too long. Use fewer repetitions.',
    },
  ],
  [467, { code: 'cannot_parse_bool', detail: 'A text cannot be parsed as true or false.' }],
  [
    490,
    { code: 'cannot_format_datetime', detail: 'A date or time cannot be written in this format.' },
  ],
  [563, { code: 'cannot_read_map_from_text', detail: 'A text cannot be parsed as a map.' }],
  [621, { code: 'cannot_normalize_string', detail: 'A text cannot be normalized.' }],
  [675, { code: 'cannot_parse_ipv4', detail: 'A text cannot be parsed as an IPv4 address.' }],
  [676, { code: 'cannot_parse_ipv6', detail: 'A text cannot be parsed as an IPv6 address.' }],
  [691, { code: 'unknown_element_of_enum', detail: 'A value is not one of its type.' }],
];
