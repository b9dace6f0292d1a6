import { did, step } from './funnel-stories';
import type { TestEvent } from './insight-fixture';
import type { InsightScene } from './insight-scene';
import { insightScene } from './insight-scene';

export interface FunnelStep {
  readonly name: string;
  readonly count: number;
  readonly average_conversion_time: number | null;
  readonly median_conversion_time: number | null;
  readonly breakdown?: unknown;
}

export const ABC = [step('a'), step('b'), step('c')];

export const counts = (steps: readonly FunnelStep[]): number[] => steps.map(({ count }) => count);

/** The functions for tests of funnels; each test has a project of its own. */
interface FunnelScene extends InsightScene {
  /** Stores the events and runs a FunnelsQuery, by default with three steps. */
  readonly funnel: <ResponseBody = FunnelStep[]>(
    events: readonly TestEvent[],
    funnelsFilter?: Record<string, unknown>,
    query?: Record<string, unknown>,
  ) => Promise<ResponseBody>;
  /** The number of steps that an actor with these events reaches. */
  readonly reached: (
    story: string,
    funnelsFilter?: Record<string, unknown>,
    query?: Record<string, unknown>,
  ) => Promise<number>;
}

/** Registers the set-up and tear-down of a test file. */
export function funnelScene(): FunnelScene {
  const scene = insightScene();
  const { fixture, project, newProject } = scene;
  const funnel: FunnelScene['funnel'] = async <ResponseBody>(
    events: readonly TestEvent[],
    funnelsFilter: Record<string, unknown> = {},
    query: Record<string, unknown> = {},
  ) => {
    if (events.length > 0) await fixture().events(project(), events);
    const { results } = await fixture().run<{ results: ResponseBody }>(
      { kind: 'FunnelsQuery', series: ABC, funnelsFilter, ...query },
      { id: project() },
    );
    return results;
  };
  return {
    ...scene,
    funnel,
    async reached(story, funnelsFilter, query) {
      newProject();
      const steps = await funnel(did('x', story), funnelsFilter, query);
      return counts(steps).filter((count) => count > 0).length;
    },
  };
}
