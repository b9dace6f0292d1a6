import { closest } from '../../functions/closest';
import type { Span } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { SelectScope } from './select-scope';

/** ". Did you mean: x?" when a visible name is similar, else an empty text. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = closest(name, candidates);
  return candidate === null ? '' : `. Did you mean: ${candidate}?`;
}

const SYSTEM = 'system.';

/**
 * Tables of PostHog whose data is not stored here (`docs/wire/hogql-tables.md#product-tables` and
 * `docs/wire/hogql-tables.md#system-list`).
 */
const NOT_KEPT: ReadonlySet<string> = new Set(
  `batch_export_log_entries app_metrics heatmaps exchange_rate
  document_embeddings error_tracking_issues error_tracking_issue_fingerprint_overrides
  system.data_warehouse_sources system.experiments
  system.exports system.hog_functions system.notebooks system.alerts system.cohort_calculation_history
  system.error_tracking_issues system.session_recordings system.session_recording_playlists`
    .trim()
    .split(/\s+/),
);

/** The error for an unknown table; names in `system` are compared without that prefix. */
export function unknownTable(name: string, tables: Iterable<string>, span: Span): HogQLError {
  if (NOT_KEPT.has(name)) {
    const message = `Table \`${name}\` is not available: this service keeps no such data`;
    return new HogQLError('hogql_not_implemented', message, span);
  }
  const isSystem = name.startsWith(SYSTEM);
  const alike = [...tables].filter((table) => table.startsWith(SYSTEM) === isSystem);
  const prefix = isSystem ? SYSTEM : '';
  const found = closest(
    name.slice(prefix.length),
    alike.map((table) => table.slice(prefix.length)),
  );
  const hint = found === null ? '.' : `. Did you mean: ${prefix}${found}?`;
  return new HogQLError('hogql_query_error', `Unknown table \`${name}\`${hint}`, span);
}

/** Every name that a first step may have. */
export function visibleNames(scope: SelectScope): string[] {
  return [
    ...scope.aliasNames(),
    ...scope.tables.flatMap((table) => [table.alias, ...table.reader.names()]),
  ];
}
