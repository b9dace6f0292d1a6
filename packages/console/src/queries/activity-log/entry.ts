/** The fields of an activity log entry that the console reads. */
export interface LogEntry {
  readonly id: string;
  /** Null if a command on the server made the change. */
  readonly user: { readonly first_name: string; readonly email: string } | null;
  readonly activity: string;
  readonly scope: string;
  readonly item_id: string;
  readonly detail: {
    readonly name: string | null;
    readonly changes: readonly LogChange[];
  };
  readonly created_at: string;
}

export interface LogChange {
  readonly action: 'created' | 'changed' | 'deleted';
  readonly field: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface LogPage {
  readonly results: readonly LogEntry[];
  readonly total_count: number;
}
