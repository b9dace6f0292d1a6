import { actionsNodeSchema } from '../queries/insights/series-nodes';
import { conversionGoalSchema } from '../queries/insights/conversion-goal';
import { eventTaxonomyQuerySchema } from '../queries/query-taxonomy';
import { eventsQuerySchema } from '../queries/row-queries/events-query';
import { sessionsQuerySchema } from '../queries/row-queries/sessions-query';

const places = [
  ['ActionsNode', (id: unknown) => actionsNodeSchema.safeParse({ kind: 'ActionsNode', id })],
  [
    'EventsQuery',
    (actionId: unknown) =>
      eventsQuerySchema.safeParse({ kind: 'EventsQuery', select: ['*'], actionId }),
  ],
  [
    'SessionsQuery',
    (actionId: unknown) =>
      sessionsQuerySchema.safeParse({ kind: 'SessionsQuery', select: ['*'], actionId }),
  ],
  [
    'EventTaxonomyQuery',
    (actionId: unknown) =>
      eventTaxonomyQuerySchema.safeParse({ kind: 'EventTaxonomyQuery', actionId }),
  ],
  ['conversionGoal', (actionId: unknown) => conversionGoalSchema.safeParse({ actionId })],
] as const;

describe.each(places)('the id of an action in %s', (_, parse) => {
  it.each([12, '12'])('is a number or its digits: %j', (id) => {
    const { data } = parse(id);
    const read = data as { id?: unknown; actionId?: unknown } | undefined;
    expect(read?.id ?? read?.actionId).toBe(12);
  });

  it.each(['', 'x', ' 12', '1.5', '1e3', 1.5, true, [12], {}])('is not %j', (id) => {
    expect(parse(id).success).toBe(false);
  });
});

it('is required where it is the only condition', () => {
  expect(actionsNodeSchema.safeParse({ kind: 'ActionsNode' }).success).toBe(false);
  expect(conversionGoalSchema.safeParse({}).success).toBe(false);
});
