import { z } from 'zod';
import { settings } from './settings';
import { trendsQuerySchema } from './trends-query';

const schema = settings({ stepLimit: z.int().nullish(), formulas: z.string().nullish() }, [
  'compare',
]);

it.each([{}, { stepLimit: 3 }, { showLegend: true, chartStyle: {} }, { formulas: 'A' }])(
  'accepts %j',
  (given) => {
    expect(schema.parse(given)).toEqual(given);
  },
);

it.each(['step_limit', 'StepLimit', 'stepLimits', 'step-limit', 'Formula', 'compare'])(
  'rejects %s',
  (key) => {
    expect(schema.safeParse({ [key]: 3 }).error?.issues).toMatchObject([
      { code: 'unrecognized_keys', keys: [key], path: [] },
    ]);
  },
);

it('names the path of a wrong setting', () => {
  const query = { kind: 'TrendsQuery', series: [], trendsFilter: { smoothing_intervals: 7 } };
  expect(trendsQuerySchema.safeParse(query).error?.issues).toMatchObject([
    { code: 'unrecognized_keys', keys: ['smoothing_intervals'], path: ['trendsFilter'] },
  ]);
});

it('keeps settings of one name in singular and plural apart', () => {
  const trendsFilter = { formula: 'A', formulas: ['A/B'] };
  const query = { kind: 'TrendsQuery', series: [], trendsFilter };
  expect(trendsQuerySchema.parse(query)).toMatchObject({ trendsFilter });
});
