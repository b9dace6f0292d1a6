/** Limits of one execution that no caller can raise (`docs/wire/hogql-security.md#execution-limits`). */
export interface ExecutionLimits {
  readonly maxExecutionSeconds: number;
  readonly maxMemoryBytes: number;
  /** The maximum number of returned rows. */
  readonly maxRows: number;
  /**
   * The size of the uncompressed result, in the engine and as JSON: it is held in memory and, for a background run, in
   * Redis.
   */
  readonly maxResultBytes: number;
  /** The number of rows that one statement may read; 0 = no limit. */
  readonly maxReadRows: number;
}

export const BLOCKING_LIMITS = {
  maxExecutionSeconds: 60,
  maxMemoryBytes: 4 * 1024 ** 3,
  maxResultBytes: 100 * 1024 ** 2,
  maxReadRows: 0,
} as const;
export const BACKGROUND_LIMITS = {
  maxExecutionSeconds: 600,
  maxMemoryBytes: 4 * 1024 ** 3,
  maxResultBytes: 32 * 1024 ** 2,
  maxReadRows: 0,
} as const;

/** The limits that an operator may override. */
export type LimitOverrides = Partial<
  Pick<ExecutionLimits, 'maxExecutionSeconds' | 'maxMemoryBytes' | 'maxReadRows'>
>;

/**
 * Thirty steps of a funnel with exclusions nest SELECTs a hundred deep, each of which takes ten levels of the parser.
 */
const PARSER_HEADROOM = {
  max_ast_elements: 4_000_000,
  max_expanded_ast_elements: 4_000_000,
  max_parser_depth: 1_200,
  max_subquery_depth: 120,
};

/** The disk space that one query may use for temporary data. Like its memory, it must be bounded. */
const MAX_SPILLED_BYTES = 8 * 1024 ** 3;

/** The fixed settings every tenant query runs with. */
export function executionSettings(
  limits: ExecutionLimits,
  comment: string,
): Record<string, string | number> {
  return {
    ...PARSER_HEADROOM,
    max_query_size: 4 * 1024 ** 2,
    max_execution_time: limits.maxExecutionSeconds,
    max_memory_usage: limits.maxMemoryBytes,
    // One row more than the maximum shows whether there are more.
    max_result_rows: limits.maxRows + 1,
    max_result_bytes: limits.maxResultBytes,
    max_rows_to_read: limits.maxReadRows,
    read_overflow_mode: 'throw',
    result_overflow_mode: 'throw',
    max_temporary_data_on_disk_size_for_query: MAX_SPILLED_BYTES,
    transform_null_in: 1,
    // A chain of ORs must not become an IN, which counts NULL as a value.
    optimize_min_equality_disjunction_chain_length: 4_294_967_295,
    join_use_nulls: 0,
    date_time_output_format: 'iso',
    output_format_json_quote_64bit_integers: 0,
    output_format_json_quote_denormals: 0,
    // In the wire format every tuple is an array.
    output_format_json_named_tuples_as_objects: 0,
    // The engine keeps the result until it is complete, so that a late error gets an error response.
    wait_end_of_query: 1,
    // When the client has closed the connection, the response has no reader.
    cancel_http_readonly_queries_on_client_close: 1,
    log_comment: comment,
    readonly: 1,
  };
}
