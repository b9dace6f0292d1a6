import { withoutSharedAmounts } from './statement-runner';

it('a plan does not show the size of tables that all projects share', () => {
  const plan = [
    'ReadFromMergeTree (default.events)',
    '   Read type: Default',
    '   Parts: 12 | Granules: 345',
    '   Indexes:',
    '     PrimaryKey',
    '       Condition: (team_id in [2, 2])',
    '       Parts: 1/12',
    '       Granules: 1/345',
    '       Search Algorithm: binary search',
    '     Ranges: 1',
    '   │  Parts: 3',
    '   └──Granules: 9',
    '   Rows: 10',
  ];
  expect(withoutSharedAmounts(plan)).toEqual([
    'ReadFromMergeTree (default.events)',
    '   Read type: Default',
    '   Indexes:',
    '     PrimaryKey',
    '       Condition: (team_id in [2, 2])',
  ]);
});
