import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../../test-support/api-client';

/**
 * Sends events in the given order and waits until all of them can be queried. Each event is a separate request, because
 * a person's changes are applied in the order of the requests.
 */
export async function sendEvents(
  url: string,
  api: ApiClient,
  project: { readonly id: number; readonly token: string },
  events: readonly object[],
): Promise<void> {
  const before = await countEvents(api, project.id);
  for (const event of events) {
    const response = await fetch(`${url}/batch/`, {
      method: 'POST',
      body: JSON.stringify({ api_key: project.token, batch: [event] }),
    });
    expect(response.status).toBe(200);
  }
  await waitUntil(async () => {
    expect(await countEvents(api, project.id)).toBe(before + events.length);
  });
}

async function countEvents(api: ApiClient, projectId: number): Promise<number> {
  const [row] = await api.hogql(projectId, 'select count() from events');
  return Number(row?.[0]);
}
