import { idParameter } from '@tidemark/contracts';
import type { DateContext } from '@tidemark/hogql';
import { astBuilder, printHogQL, resolveTimestamp } from '@tidemark/hogql';
import { countParameter, validationError } from '@tidemark/platform';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;
const DAY_MS = 86_400_000;
/** Clocks of clients may be a little ahead. */
const AHEAD_MS = 5_000;

/** The list's query string, read (`docs/wire/management.md#event-list`). */
export interface EventListQuery {
  readonly limit: number;
  readonly offset: number;
  /** Columns as the client wrote them; null if it gave none. */
  readonly orderBy: readonly string[] | null;
  /** Expressions in HogQL to return in place of whole events; null = events. */
  readonly select: readonly string[] | null;
  /** As the client wrote them, or the last day. */
  readonly after: string;
  readonly before: string;
  readonly actionId: number | null;
  /** The filters as an `EventsQuery` writes them. */
  readonly filters: {
    readonly event: string | null;
    readonly personId: string | null;
    /** Conditions in HogQL. */
    readonly where: readonly string[];
    readonly properties: readonly unknown[] | object;
  };
}

/** @throws ApiError 400 for invalid JSON or an invalid id */
export function eventListQuery(parameters: URLSearchParams, dates: DateContext): EventListQuery {
  const { now } = dates;
  const before = parameters.get('before') || new Date(now.getTime() + AHEAD_MS).toISOString();
  const ast = astBuilder({ start: 0, end: 0 });
  const distinctId = parameters.get('distinct_id') ?? '';
  const isThatOne = ast.compare('==', ast.field('distinct_id'), ast.constant(distinctId));
  const select = expressionsOf(parameters, 'select');
  return {
    select: select.length === 0 ? null : select,
    limit: Math.min(countParameter(parameters.get('limit')) || DEFAULT_LIMIT, MAX_LIMIT),
    offset: countParameter(parameters.get('offset')) ?? 0,
    orderBy: orderOf(parameters.get('orderBy')),
    after: parameters.get('after') || dayBefore(before, dates),
    before,
    actionId: actionIdOf(parameters.get('action_id') ?? ''),
    filters: {
      event: parameters.get('event') || null,
      personId: parameters.get('person_id') || null,
      where: [
        ...(distinctId === '' ? [] : [printHogQL(isThatOne)]),
        ...expressionsOf(parameters, 'where'),
      ],
      properties: propertiesOf(parameters.get('properties') ?? ''),
    },
  };
}

/** A day before a date; what is not a date is an error later, where `before` is read. */
function dayBefore(before: string, dates: DateContext): string {
  const timestamp = resolveTimestamp(before, dates);
  return timestamp === null ? '-24h' : new Date(timestamp.getTime() - DAY_MS).toISOString();
}

function orderOf(text: string | null): readonly string[] | null {
  if (text === null || text === '') return null;
  return texts(text, 'orderBy', 'orderBy must be a JSON list of columns.');
}

/** Expressions of a JSON list, or of several. @throws ApiError 400 */
function expressionsOf(parameters: URLSearchParams, name: 'select' | 'where'): readonly string[] {
  const problem = `${name} must be a JSON list of HogQL expressions.`;
  return parameters
    .getAll(name)
    .filter((text) => text !== '')
    .flatMap((text) => texts(text, name, problem));
}

function texts(text: string, attr: string, problem: string): readonly string[] {
  const parsed = json(text, attr, problem);
  if (Array.isArray(parsed) && parsed.every((item) => typeof item === 'string')) return parsed;
  throw validationError('invalid_input', problem, attr);
}

function actionIdOf(text: string): number | null {
  if (text === '') return null;
  const id = idParameter().safeParse(text);
  if (id.success) return id.data;
  throw validationError('invalid_input', 'A valid integer is required.', 'action_id');
}

const OPERATOR = /^(.+)__([a-z]+(?:_[a-z]+)*)$/;

/** A list of filters, a group of them, or the short form `{"key__operator": value}`. */
function propertiesOf(text: string): readonly unknown[] | object {
  if (text === '') return [];
  const parsed = json(text, 'properties', 'Properties are unparsable!');
  if (Array.isArray(parsed)) return (parsed as unknown[]).map(withoutLegacyKeys);
  if (typeof parsed !== 'object' || parsed === null) {
    throw validationError('invalid_input', 'Properties are unparsable!', 'properties');
  }
  if ('values' in parsed && Array.isArray(parsed.values))
    return withoutLegacyKeys(parsed) as object;
  return Object.entries(parsed).map(([name, value]) => {
    const [, key = name, operator = 'exact'] = OPERATOR.exec(name) ?? [];
    return { type: 'event', key, operator, value: value as unknown };
  });
}

/** Removes keys of older responses that clients send back; they have no meaning. */
function withoutLegacyKeys(filter: unknown): unknown {
  if (typeof filter !== 'object' || filter === null) {
    throw validationError('invalid_input', 'Properties are unparsable!', 'properties');
  }
  const {
    property_type: _type,
    property_type_format: _format,
    ...rest
  } = filter as Record<string, unknown>;
  const { values } = rest;
  return Array.isArray(values) ? { ...rest, values: values.map(withoutLegacyKeys) } : rest;
}

function json(text: string, attr: string, problem: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw validationError('invalid_input', problem, attr);
  }
}
