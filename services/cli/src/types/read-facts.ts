import type { Item, TidemarkClient } from '@tidemark/client';
import type { EventFact, FlagFact, ProjectFacts } from './project-types';

/** The maximum number of concurrent requests. */
const AT_ONCE = 4;
const PAGE = 500;

type Flag = Item<'/api/projects/{project_id}/feature_flags/'>;

/**
 * Reads the definitions of a project: the lists, and one request per event for its properties.
 *
 * @throws ApiError, ConnectionError
 */
export async function readFacts(client: TidemarkClient): Promise<ProjectFacts> {
  const names: Omit<EventFact, 'properties'>[] = [];
  const events = client.list('/api/projects/{project_id}/event_definitions/', {
    query: { limit: PAGE, exclude_hidden: true },
  });
  for await (const { name, description } of events) {
    // No types are written for events of SDKs.
    if (!name.startsWith('$')) names.push({ name, description });
  }
  const facts: EventFact[] = [];
  const waiting = [...names];
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      facts.push({ ...next, properties: await propertiesOf(client, next.name) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const flags: FlagFact[] = [];
  const list = client.list('/api/projects/{project_id}/feature_flags/', { query: { limit: 100 } });
  for await (const flag of list) flags.push(flagFact(flag));
  return { projectId: client.projectId, events: facts, flags };
}

async function propertiesOf(client: TidemarkClient, event: string) {
  const properties: EventFact['properties'][number][] = [];
  const list = client.list('/api/projects/{project_id}/property_definitions/', {
    query: {
      limit: PAGE,
      type: 'event',
      event_names: JSON.stringify([event]),
      filter_by_event_names: true,
      exclude_hidden: true,
    },
  });
  for await (const { name, property_type: type } of list) properties.push({ name, type });
  return properties;
}

function flagFact({ key, name, filters, has_encrypted_payloads: isEncrypted }: Flag): FlagFact {
  const { multivariate, payloads } = filters as {
    multivariate?: { variants: { key: string }[] } | null;
    payloads?: Record<string, unknown> | null;
  };
  return {
    key,
    description: name,
    variants: (multivariate?.variants ?? []).map((variant) => variant.key),
    payloads: isEncrypted ? null : Object.values(payloads ?? {}).map(parsedPayload),
  };
}

/** Payloads are stored as JSON text or as JSON. */
function parsedPayload(payload: unknown): unknown {
  if (typeof payload !== 'string') return payload;
  try {
    return JSON.parse(payload);
  } catch {
    // SDKs receive text that is not JSON unchanged.
    return payload;
  }
}
