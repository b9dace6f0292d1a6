import { validationError } from '@tidemark/platform';

/** The parameters of a timeline: the events that count, and the properties whose changes start a new point. */
export interface TimelineQuery {
  /** Names of events; null among them stands for all. Empty with `actions`: all. */
  readonly events: readonly (string | null)[];
  readonly actions: readonly number[];
  /** Sorted. */
  readonly keys: readonly string[];
}

interface Entity {
  readonly id?: unknown;
  readonly properties?: unknown;
}

/** @throws ApiError 400 for invalid JSON, or an entry without an event */
export function timelineQuery(parameters: URLSearchParams): TimelineQuery {
  if ((parameters.get('aggregation_group_type_index') ?? '') !== '') {
    const detail = 'Timelines are of persons only.';
    throw validationError('invalid_input', detail, 'aggregation_group_type_index');
  }
  const events = entities(parameters, 'events');
  const actions = entities(parameters, 'actions');
  const keys = new Set<string>(breakdownKeys(parameters));
  const filters = [...events, ...actions].map(({ properties }) => properties);
  collectKeys([json(parameters, 'properties'), ...filters], keys);
  return {
    events: events.map(({ id = null }) => eventName(id)),
    actions: actions.map(({ id }) => actionId(id)),
    keys: [...keys].sort(),
  };
}

function eventName(id: unknown): string | null {
  if (id === null || typeof id === 'string') return id;
  throw validationError('invalid_input', 'An event needs a name.', 'events');
}

function actionId(id: unknown): number {
  const number = Number(id);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw validationError('invalid_input', 'An action needs a number.', 'actions');
}

function entities(parameters: URLSearchParams, name: string): readonly Entity[] {
  const list = json(parameters, name) ?? [];
  if (Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null)) {
    return list as readonly Entity[];
  }
  throw validationError('invalid_input', `${name} must be a JSON list of objects.`, name);
}

/** Keys of filters on persons, wherever they are in groups of groups. */
function collectKeys(node: unknown, keys: Set<string>): void {
  if (Array.isArray(node)) {
    for (const inner of node) collectKeys(inner, keys);
  } else if (typeof node === 'object' && node !== null) {
    const { type, key, values } = node as Readonly<Record<string, unknown>>;
    if (type === 'person' && typeof key === 'string') keys.add(key);
    if (Array.isArray(values)) collectKeys(values, keys);
  }
}

function breakdownKeys(parameters: URLSearchParams): readonly string[] {
  const text = parameters.get('breakdown') ?? '';
  if (text === '' || parameters.get('breakdown_type') !== 'person') return [];
  if (!text.startsWith('[')) return [text];
  const list = json(parameters, 'breakdown');
  return Array.isArray(list) ? list.map(String) : [];
}

function json(parameters: URLSearchParams, name: string): unknown {
  const text = parameters.get(name) ?? '';
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw validationError('invalid_input', `${name} must be JSON.`, name);
  }
}
