import type { TestEvent } from './insight-fixture';
import { insightScene } from './insight-scene';

export interface Paths {
  readonly results: {
    readonly source: string;
    readonly target: string;
    readonly value: number;
    readonly average_conversion_time: number;
  }[];
}

/** Page views of one person, some minutes after noon. */
export function walk(
  who: string,
  ...steps: (readonly [minute: number, url: string])[]
): TestEvent[] {
  return steps.map(([minute, url]) => ({
    at: new Date(Date.UTC(2020, 0, 15, 12, minute)).toISOString().slice(0, 19).replace('T', ' '),
    who,
    properties: { $current_url: url },
  }));
}

/**
 * Registers a project for each test of a file.
 * @returns functions that query the paths of its persons
 */
export function pathsScene() {
  const { fixture, project, newProject } = insightScene();

  async function paths(
    events: readonly TestEvent[],
    pathsFilter: Record<string, unknown> = {},
    query: Record<string, unknown> = {},
  ): Promise<string[]> {
    if (events.length > 0) await fixture().events(project(), events);
    const { results } = await fixture().run<Paths>(
      { kind: 'PathsQuery', pathsFilter, ...query },
      { id: project() },
    );
    return results.map(({ source, target, value }) => `${source} > ${target}: ${value}`);
  }

  return { fixture, project, newProject, paths };
}
