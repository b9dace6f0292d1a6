import { filterText } from '../filters/filter-text';
import { filtersOf } from '../filters/property-filter';
import type { Destination, WireFilters } from './destination';
import { internalEventWords, isInternal } from './internal-source';

/** The label of a destination's state, and its tone (colour). */
export function stateWords({ enabled, status }: Pick<Destination, 'enabled' | 'status'>) {
  if (!enabled) return { text: 'off', tone: 'plain' } as const;
  const words = {
    1: { text: 'healthy', tone: 'success' },
    2: { text: 'failing', tone: 'danger' },
    3: { text: 'paused', tone: 'warning' },
  } as const;
  return words[status.state];
}

/** Describes which events a destination receives. */
export function sourceWords(filters: WireFilters): string {
  const named = (properties: unknown): string => {
    const texts = filtersOf(properties).map((filter) => filterText(filter));
    return texts.length === 0 ? '' : ` with ${texts.join(', ')}`;
  };
  if (isInternal(filters)) {
    const events = (filters.events ?? []).map(({ id, name, properties }) =>
      typeof name === 'string' && name !== '' ? name : internalEventWords(id) + named(properties),
    );
    const all = events.length === 0 ? internalEventWords(null) : events.join(', ');
    return all + named(filters.properties);
  }
  const sources = [
    ...(filters.events ?? []).map(
      ({ id, properties }) => `${String(id ?? 'all events')}${named(properties)}`,
    ),
    ...(filters.actions ?? []).map(
      ({ id, name, properties }) =>
        `action ${typeof name === 'string' && name !== '' ? name : String(id)}${named(properties)}`,
    ),
  ];
  const shared = named(filters.properties);
  if (sources.length === 0) return `all events${shared}`;
  return `${sources.join(', ')}${sources.length > 1 && shared !== '' ? ', each' : ''}${shared}`;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** The label of a delivery's state, and its tone (colour). */
export function deliveryWords(state: DeliveryState) {
  const words = {
    waiting: { text: 'waiting', tone: 'accent' },
    delivered: { text: 'delivered', tone: 'success' },
    failed: { text: 'failed', tone: 'danger' },
  } as const;
  return words[state];
}

/** A request as text. HTTP: method with URL, headers and body. E-mail: its fields. */
export function requestText(request: Readonly<Record<string, unknown>>): string {
  const { method, url, headers, body } = request;
  if (typeof url !== 'string') {
    return Object.entries(request)
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join('\n');
  }
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  const first = `${String(method)} ${url}`;
  const end = typeof body === 'string' && body !== '' ? ['', indented(body)] : [];
  return [first, ...lines, ...end].join('\n');
}

/** Indents JSON. Any other text is returned unchanged. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // The text is not JSON, for example an HTML page.
    return text;
  }
}
