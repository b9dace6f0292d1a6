import { filtersOverrideSchema } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Dashboard, DashboardTile } from '@tidemark/postgres';
import { schemaViolation } from '../query/schema-violation';

type Document = Readonly<Record<string, unknown>>;

/** The overrides that the queries of a dashboard are run with. */
export interface DashboardOverrides {
  readonly filters: Document;
  readonly variables: Document;
}

/**
 * The dashboard's own filters and variables, with those of the request over them.
 *
 * @throws ApiError 400 for invalid overrides
 */
export function dashboardOverrides(
  dashboard: Dashboard,
  parameters: URLSearchParams,
): DashboardOverrides {
  return {
    filters: { ...dashboard.filters, ...filtersOf(parameters) },
    variables: { ...dashboard.variables, ...objectOf(parameters, 'variables_override') },
  };
}

/** The query parameters for an insight on the dashboard: the filters of the tile take precedence. */
export function tileParameters(
  { filters, variables }: DashboardOverrides,
  tile: Pick<DashboardTile, 'filtersOverrides' | 'dashboardId'> | null,
  parameters: URLSearchParams,
): URLSearchParams {
  const asked = new URLSearchParams(parameters);
  const all = { ...filters, ...tile?.filtersOverrides };
  setOrDelete(asked, 'filters_override', all);
  setOrDelete(asked, 'variables_override', variables);
  // One id cannot name the computations of several insights.
  asked.delete('client_query_id');
  if (tile !== null) asked.set('from_dashboard', String(tile.dashboardId));
  return asked;
}

function setOrDelete(parameters: URLSearchParams, name: string, document: Document): void {
  if (Object.keys(document).length === 0) parameters.delete(name);
  else parameters.set(name, JSON.stringify(document));
}

function filtersOf(parameters: URLSearchParams): Document {
  const given = objectOf(parameters, 'filters_override');
  const parsed = filtersOverrideSchema.safeParse(given, { reportInput: true });
  if (!parsed.success) throw schemaViolation(parsed.error);
  return parsed.data;
}

function objectOf(parameters: URLSearchParams, name: string): Document {
  const text = parameters.get(name) ?? '';
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The error is thrown below, as for all other values that are not an object.
  }
  throw validationError('invalid_input', `${name} must be a JSON object.`, name);
}
