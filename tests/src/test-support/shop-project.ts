import { generateShop, SEED } from '@tidemark/demo';
import type { ShopEvent } from '@tidemark/demo';
import { waitUntil } from '@tidemark/testing';
import type { SharedProject } from './shared-project';
import { sharedProject } from './shared-project';

export interface ShopProject extends SharedProject {
  /** The sent events, from which tests compute expected results independently of the product. */
  readonly events: readonly ShopEvent[];
}

/** Creates a project with the events of the sample shop and waits until all of them can be queried. */
export async function shopProject(name: string, events = 2_000): Promise<ShopProject> {
  const project = await sharedProject(name);
  const sent: ShopEvent[] = [];
  for (const batch of generateShop({ seed: SEED, now: new Date(), events })) {
    const response = await fetch(`${project.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        api_key: project.projectApiKey,
        historical_migration: true,
        batch,
      }),
    });
    if (!response.ok) throw new Error(await response.text());
    sent.push(...batch);
  }
  await waitUntil(async () =>
    expect(await project.api.hogql(project.projectId, 'SELECT count() FROM events')).toEqual([
      [sent.length],
    ]),
  );
  return { ...project, events: sent };
}
