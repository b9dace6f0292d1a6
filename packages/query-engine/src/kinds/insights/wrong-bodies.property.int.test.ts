import { HogQLError } from '@tidemark/hogql';
import { propertyRuns, propertyTimeout } from '@tidemark/testing';
import * as fc from 'fast-check';
import { ZodError } from 'zod';
import { QueryError } from '../../query-error';
import { experimentBodies } from './test-support/experiment-bodies';
import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import { changedBodies, soundBodies } from './test-support/random-bodies';

let fixture: InsightFixture;
beforeAll(async () => {
  fixture = await createInsightFixture();
  await fixture.events(1, [
    { who: 'a', at: '2020-01-15', properties: { browser: 'A', number: 1 } },
    { who: 'a', at: '2020-01-16', event: 'two', properties: { browser: 'B' }, group0: 'org' },
    { who: 'b', at: '2020-01-17', properties: { number: 'x' } },
  ]);
  await fixture.world(1, { experiments: [EXPERIMENT] });
});
afterAll(() => fixture.close());

const EXPERIMENT = {
  id: 5,
  featureFlagKey: 'offer',
  variants: ['control', 'test'].map((key) => ({ key, rolloutPercentage: 50 })),
  aggregationGroupTypeIndex: null,
  startDate: new Date('2020-01-05T00:00:00Z'),
  endDate: null,
  exposureCriteria: null,
  statsConfig: { cuped: { enabled: true } },
  holdoutId: null,
  onlyCountMaturedUsers: true,
};
const bodies = [...soundBodies, ...experimentBodies];

/** Whether an error is reported to the client with a description of the problem. */
function isReported(error: unknown): boolean {
  if (error instanceof QueryError) return error.status < 500;
  return error instanceof HogQLError || error instanceof ZodError;
}

it.each(bodies.map((body) => ({ kind: body.kind, body })))(
  '$kind: the valid one has a result',
  async ({ body }) => {
    expect(Object.keys(await fixture.run(body)).length).toBeGreaterThan(0);
  },
);

it.each(bodies.map((body) => ({ kind: body.kind, body })))(
  '$kind: a result, or a 4xx error; never a 500',
  async ({ body }) => {
    await fc.assert(
      fc.asyncProperty(changedBodies(body), async (query) => {
        const error = await fixture.run(query).then(
          () => null,
          (reason: unknown) => reason,
        );
        expect(isReported(error) ? null : error).toBeNull();
      }),
      propertyRuns(4),
    );
  },
  propertyTimeout(),
);
