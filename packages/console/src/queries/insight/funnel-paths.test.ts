import { funnelPathsWords, pathsInstead } from './funnel-paths';
import { newFunnel, newPaths } from './new-insight';

const funnel = {
  ...newFunnel(),
  series: ['viewed', 'added'].map((event) => ({ kind: 'EventsNode' as const, event, name: event })),
  breakdownFilter: { breakdown: '$browser' },
};

it('requests the paths of people who dropped off before a step', () => {
  const query = pathsInstead(funnel, 2);
  expect(query).toMatchObject({
    kind: 'PathsQuery',
    dateRange: { date_from: '-30d' },
    funnelPathsFilter: { funnelPathType: 'funnel_path_after_step', funnelStep: -2 },
  });
  expect(query.funnelPathsFilter?.funnelSource).not.toHaveProperty('breakdownFilter');
  expect(funnelPathsWords(query)).toBe(
    'Paths of people who dropped off before added, from their last step on.',
  );
});

it('has no description for paths of all people', () => {
  expect(funnelPathsWords(newPaths())).toBeNull();
});
