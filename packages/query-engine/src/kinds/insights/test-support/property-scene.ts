import type { Setting } from '@tidemark/testing';
import { propertyRuns, propertyTimeout } from '@tidemark/testing';
import type { TestEvent } from './insight-fixture';
import { insightScene } from './insight-scene';
import type { WrittenSetting } from './random-ranges';
import { NOW, dateRangeOf } from './random-ranges';
import { WORLD } from './random-world';

export const RUNS = propertyRuns(15);
export const TIMEOUT = propertyTimeout();

/** Registers a fixture for a test file. @returns functions that query a project of their own */
export function propertyScene() {
  const { fixture, project, newProject } = insightScene();

  /** Runs an insight over the events of a project of its own. */
  async function responseOf<ResponseBody>(
    events: readonly TestEvent[],
    query: { readonly kind: string } & Readonly<Record<string, unknown>>,
    setting: WrittenSetting,
  ): Promise<ResponseBody> {
    newProject();
    await fixture().world(project(), WORLD);
    await fixture().events(project(), events);
    return ask<ResponseBody>({ dateRange: dateRangeOf(setting), ...query }, setting);
  }

  function ask<ResponseBody>(
    query: { readonly kind: string } & Readonly<Record<string, unknown>>,
    { zone, weekStart }: Pick<Setting, 'zone' | 'weekStart'>,
  ): Promise<ResponseBody> {
    const of = { id: project(), timezone: zone, weekStartDay: weekStart, now: NOW };
    return fixture().run<ResponseBody>(query, of);
  }

  /** How many actors a point has. */
  async function actorsAt(
    source: { readonly kind: string } & Readonly<Record<string, unknown>>,
    point: object,
    setting: WrittenSetting,
  ): Promise<unknown[][]> {
    const dated = { dateRange: dateRangeOf(setting), ...source };
    const { results } = await ask<{ results: unknown[][] }>(
      { kind: 'InsightActorsQuery', source: dated, ...point },
      setting,
    );
    return results;
  }

  return { responseOf, actorsAt };
}
