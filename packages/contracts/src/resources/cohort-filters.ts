import { z } from 'zod';
import type { CohortLeaf } from './cohort-filter-leaves';
import { cohortLeafSchemas } from './cohort-filter-leaves';
import { storedJson } from '../shared/wire-fields';

/** The maximum nesting of groups; clients send at most three levels. */
const MAX_DEPTH = 20;
const MAX_FILTERS = 500;

export interface CohortGroup {
  readonly type: 'AND' | 'OR';
  readonly values: readonly CohortNode[];
}

export type CohortNode = CohortGroup | CohortLeaf;

/** The criteria of a dynamic cohort (`docs/wire/management.md#cohort-filters`). */
export interface CohortFilters {
  readonly properties: CohortGroup;
}

class FiltersProblem extends Error {}

/** The `filters` of a cohort as clients send them; unknown keys are dropped. */
export const cohortFiltersSchema = storedJson(z.unknown())
  .transform((value, context): CohortFilters => {
    try {
      return readCohortFilters(value);
    } catch (error) {
      if (!(error instanceof FiltersProblem)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  })
  .meta({ wire: describedFilters() });

/** The JSON schema for the API description: groups contain filters or groups. */
function describedFilters(): object {
  const group = (values: object) => ({
    type: 'object',
    required: ['type', 'values'],
    properties: { type: { enum: ['AND', 'OR'] }, values: { type: 'array', items: values } },
  });
  const filter = {
    type: 'object',
    description: 'A filter, or another group.',
    required: ['type'],
    properties: { type: { enum: ['AND', 'OR', ...Object.keys(cohortLeafSchemas)] } },
  };
  return { type: 'object', required: ['properties'], properties: { properties: group(filter) } };
}

function readCohortFilters(value: unknown): CohortFilters {
  const properties = isObject(value) ? value['properties'] : undefined;
  if (!isObject(properties)) {
    throw new FiltersProblem("Must contain a 'properties' key with type and values");
  }
  if (isObject(value) && value['filterTestAccounts'] === true) {
    throw new FiltersProblem('filterTestAccounts is not supported: add its filters themselves.');
  }
  const read = { filters: 0 };
  return { properties: readGroup(properties, 0, read) };
}

function readGroup(
  group: Readonly<Record<string, unknown>>,
  depth: number,
  read: { filters: number },
): CohortGroup {
  const { type, values } = group;
  if (depth > MAX_DEPTH) throw new FiltersProblem('Filters are nested too deep.');
  if (type !== 'AND' && type !== 'OR') {
    throw new FiltersProblem("A group of filters needs the type 'AND' or 'OR'.");
  }
  if (!Array.isArray(values))
    throw new FiltersProblem('A group of filters needs a list of values.');
  const nodes = values.map((node: unknown): CohortNode => {
    read.filters += 1;
    if (read.filters > MAX_FILTERS) {
      throw new FiltersProblem(`A cohort has at most ${MAX_FILTERS} filters.`);
    }
    if (!isObject(node)) throw new FiltersProblem('A filter must be an object.');
    return node['type'] === 'AND' || node['type'] === 'OR'
      ? readGroup(node, depth + 1, read)
      : readLeaf(node);
  });
  return { type, values: nodes };
}

function readLeaf(leaf: Readonly<Record<string, unknown>>): CohortLeaf {
  const { type } = leaf;
  const schema =
    typeof type === 'string' && Object.hasOwn(cohortLeafSchemas, type)
      ? cohortLeafSchemas[type as keyof typeof cohortLeafSchemas]
      : undefined;
  if (schema === undefined) {
    if (!Object.hasOwn(leaf, 'type')) {
      throw new FiltersProblem('A filter needs a type: person, behavioral or cohort.');
    }
    throw new FiltersProblem(
      `Filters of type '${String(type)}' are not supported: use person, behavioral or cohort.`,
    );
  }
  const kind = type as keyof typeof cohortLeafSchemas;
  const missing = missingKeys(kind, leaf);
  if (missing.length > 0) {
    throw new FiltersProblem(`Missing required keys for ${kind} filter: ${missing.join(', ')}`);
  }
  const parsed = schema.safeParse(leaf);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new FiltersProblem(
    `Invalid ${where} of a ${kind} filter: ${show(leaf[String(issue?.path[0])])}`,
  );
}

const REQUIRED = {
  person: ['key'],
  person_metadata: ['key'],
  cohort: ['key', 'value'],
  behavioral: ['key', 'value', 'event_type'],
} as const;

const REQUIRED_OF_BEHAVIOUR = {
  performed_event_multiple: ['operator', 'operator_value'],
  performed_event_sequence: ['seq_event', 'seq_event_type', 'seq_time_value', 'seq_time_interval'],
  performed_event_regularly: [
    ...['operator_value', 'time_value', 'time_interval'],
    ...['min_periods', 'total_periods'],
  ],
  stopped_performing_event: ['time_value', 'time_interval', 'seq_time_value', 'seq_time_interval'],
  restarted_performing_event: [
    ...['time_value', 'time_interval'],
    ...['seq_time_value', 'seq_time_interval'],
  ],
} as const;

function missingKeys(
  kind: keyof typeof cohortLeafSchemas,
  leaf: Readonly<Record<string, unknown>>,
): readonly string[] {
  const absent = (name: string): boolean => (leaf[name] ?? null) === null;
  const missing: string[] = REQUIRED[kind].filter(absent);
  if (kind === 'person' || kind === 'person_metadata') {
    const needsNone = leaf['operator'] === 'is_set' || leaf['operator'] === 'is_not_set';
    if (absent('value') && !needsNone) missing.push('value');
    if (absent('operator')) missing.push('operator');
  }
  if (kind === 'behavioral') {
    const { value } = leaf;
    const required =
      typeof value === 'string' && Object.hasOwn(REQUIRED_OF_BEHAVIOUR, value)
        ? REQUIRED_OF_BEHAVIOUR[value as keyof typeof REQUIRED_OF_BEHAVIOUR]
        : [];
    missing.push(...required.filter(absent));
  }
  return missing;
}

const SHOWN = 60;

function show(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return (text ?? 'nothing').slice(0, SHOWN);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the membership of the cohort depends on events, at least in part. */
export function hasBehavioralFilters(filters: CohortFilters): boolean {
  const isBehavioral = (node: CohortNode): boolean =>
    'values' in node ? node.values.some(isBehavioral) : node.type === 'behavioral';
  return isBehavioral(filters.properties);
}
