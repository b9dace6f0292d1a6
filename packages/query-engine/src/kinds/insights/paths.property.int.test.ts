import * as fc from 'fast-check';
import type { Edge } from '@tidemark/testing';
import { evaluatePaths } from '@tidemark/testing';
import { someSetting } from './test-support/random-insights';
import type { WrittenSetting } from './test-support/random-ranges';
import { EXPRESSIONS, WORLD, someRichEvents } from './test-support/random-world';
import { RUNS, TIMEOUT, propertyScene } from './test-support/property-scene';

const { responseOf, actorsAt } = propertyScene();

it(
  'paths',
  async () => {
    const scene = fc.record({
      events: someRichEvents,
      setting: someSetting.map((setting): WrittenSetting => ({
        ...setting,
        interval: 'day',
        world: WORLD,
      })),
      pick: fc.nat(),
      query: fc.record({
        types: fc.constantFrom<('$pageview' | 'custom_event')[]>(
          [],
          ['$pageview'],
          ['custom_event'],
        ),
        steps: fc.integer({ min: 2, max: 5 }),
        start: fc.constantFrom(null, null, '/pricing', 'one'),
        end: fc.constantFrom(null, null, '/docs', 'two'),
        excluded: fc.constantFrom<string[]>([], [], ['one', '/']),
        groupings: fc.constantFrom<string[]>([], ['/d*'], ['*ing', 'o*']),
        cleaning: fc.constantFrom([], [{ regex: '[?#]+$', alias: '' }]),
        least: fc.constantFrom(0, 0, 2),
        most: fc.constantFrom(1_000, 1_000, 2),
        edges: fc.constantFrom(1_000, 1_000, 3),
        expression: fc.constantFrom(null, null, ...Object.keys(EXPRESSIONS)),
      }),
    });
    await fc.assert(
      fc.asyncProperty(scene, async ({ events, setting, query: drawn, pick }) => {
        const { expression, ...others } = drawn;
        const query = { ...others, ...(expression !== null && { expression }) };
        const pathsFilter = {
          includeEventTypes: expression === null ? query.types : ['hogql'],
          pathsHogQLExpression: expression,
          pathGroupings: query.groupings,
          localPathCleaningFilters: query.cleaning,
          minEdgeWeight: query.least,
          maxEdgeWeight: query.most,
          stepLimit: query.steps,
          startPoint: query.start,
          endPoint: query.end,
          excludeEvents: query.excluded,
          edgeLimit: query.edges,
        };
        const { results } = await responseOf<{ results: Edge[] }>(
          events,
          { kind: 'PathsQuery', pathsFilter },
          setting,
        );
        expect(results).toEqual(evaluatePaths(events, query, setting));
        const edge = results[pick % Math.max(1, results.length)];
        if (edge === undefined) return;
        const keys = { pathStartKey: edge.source, pathEndKey: edge.target };
        const source = { kind: 'PathsQuery', pathsFilter: { ...pathsFilter, ...keys } };
        const actors = await actorsAt(source, {}, setting);
        const walks = actors.reduce((sum, [, times]) => sum + Number(times), 0);
        expect(walks).toBe(edge.value);
      }),
      RUNS,
    );
  },
  TIMEOUT,
);
