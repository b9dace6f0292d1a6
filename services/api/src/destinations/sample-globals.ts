import type { DestinationType, HogFunctionFilters } from '@tidemark/contracts';
import { internalSources } from '@tidemark/destinations';
import type { InternalSource } from '@tidemark/destinations';
import type { Project } from '@tidemark/postgres';

type SampledFilters = Pick<HogFunctionFilters, 'events' | 'properties'>;

/** The variables of an event that never happened, such as the filters of the destination let through. */
export function sampleGlobals(
  { id, name }: Project,
  type: DestinationType,
  filters: SampledFilters,
  now: Date,
): Record<string, unknown> {
  const shared = { project: { id, name, url: '' }, source: { name: 'Test', url: '' }, groups: {} };
  return type === 'destination'
    ? { ...shared, ...visitorEvent(now) }
    : { ...shared, ...internalEvent(id, sourceOf(filters), now) };
}

/** The first source that the filters name, by its properties if several have its event. */
function sourceOf({ events, properties }: SampledFilters): InternalSource {
  const [asked] = events ?? [];
  const filters = [...(asked?.properties ?? []), ...(properties ?? [])];
  const has = (source: InternalSource): boolean =>
    Object.entries(source.properties).every(([key, value]) =>
      filters.some((filter) => filter['key'] === key && [filter['value']].flat().includes(value)),
    );
  const found = internalSources.filter(({ event }) => event === (asked?.id ?? event));
  const source = found.find(has) ?? found[0] ?? internalSources[0];
  if (source === undefined) throw new Error('the list of internal sources is empty');
  return source;
}

function visitorEvent(now: Date) {
  const person = { id: '01890000-0000-7000-8000-000000000000', distinct_id: 'sample-person' };
  return {
    event: sampleEvent('$pageview', person.distinct_id, now, {
      $current_url: 'https://example.com/',
      $browser: 'Firefox',
    }),
    person: {
      ...person,
      name: 'Sample Person',
      properties: { email: 'sample@example.com' },
      url: '',
    },
  };
}

function internalEvent(projectId: number, { event, example }: InternalSource, now: Date) {
  const distinctId = `team_${projectId}`;
  const user = (example['user'] ?? {}) as { readonly email?: string };
  const name = user.email ?? distinctId;
  return {
    event: sampleEvent(event, distinctId, now, example),
    person: { id: '', distinct_id: distinctId, name, properties: user, url: '' },
  };
}

function sampleEvent(
  event: string,
  distinctId: string,
  now: Date,
  properties: Readonly<Record<string, unknown>>,
) {
  return {
    ...{ uuid: '01890000-0000-7000-8000-000000000001', event, name: event },
    ...{ distinct_id: distinctId, timestamp: now.toISOString(), elements_chain: '' },
    properties,
    url: '',
  };
}
