/** A row of the query log. Durations are in ms, sizes in rows and bytes. */
export interface QueryLogRow {
  readonly team_id: number;
  /** The client's own id. */
  readonly query_id: string;
  readonly kind: string;
  readonly name: string;
  /** Text of a statement; empty for kinds without one. */
  readonly query: string;
  /** ISO 8601. */
  readonly query_start_time: string;
  readonly query_duration_ms: number;
  readonly wait_ms: number;
  readonly plan_ms: number;
  readonly engine_ms: number;
  readonly shape_ms: number;
  readonly answered_by: string;
  readonly outcome: string;
  /** The error code of the engine; 0 if the query did not fail there. */
  readonly exception_code: number;
  /** The error code of the response; empty if the query did not fail. */
  readonly error_code: string;
  readonly read_rows: number;
  readonly read_bytes: number;
  readonly result_rows: number;
  /** The id of the user; 0 = no user. */
  readonly created_by: number;
  readonly api_key_label: string;
  readonly api_key_mask: string;
  readonly is_personal_api_key_request: boolean;
}

export const QUERY_LOG_COLUMNS = [
  'team_id',
  'query_id',
  'kind',
  'name',
  'query',
  'query_start_time',
  'query_duration_ms',
  'wait_ms',
  'plan_ms',
  'engine_ms',
  'shape_ms',
  'answered_by',
  'outcome',
  'exception_code',
  'error_code',
  'read_rows',
  'read_bytes',
  'result_rows',
  'created_by',
  'api_key_label',
  'api_key_mask',
  'is_personal_api_key_request',
] as const satisfies readonly (keyof QueryLogRow)[];
