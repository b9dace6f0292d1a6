import { policyConditionsSchema } from './approval-policies';

const change = { type: 'before_after', field: 'rollout_percentage', operator: '>', value: 50 };

it.each([
  {},
  change,
  { ...change, type: 'change_amount' },
  { type: 'any_change', field: 'rollout_percentage' },
  { type: 'flag', rollout_above: 50 },
  { type: 'flag', tags: ['payments'] },
])('accepts the conditions %j', (conditions) => {
  expect(policyConditionsSchema.parse(conditions)).toEqual(conditions);
});

it.each([
  [{ type: 'size' }, "type: .*'before_after'"],
  [{ share: 50 }, "type: .*'before_after'"],
  [{ ...change, operator: '~' }, 'operator: '],
  [{ ...change, value: undefined }, 'value: '],
  [{ type: 'any_change' }, 'field: '],
  [{ type: 'flag' }, 'rollout_above or tags'],
  [{ type: 'flag', tags: [''] }, 'tags.0: '],
  [{ type: 'flag', rollout_above: 101 }, 'rollout_above: '],
  [{ type: 'flag', rollout_above: '50' }, 'rollout_above: '],
  [[], 'Invalid conditions'],
])('says what is wrong with the conditions %j', (conditions, message) => {
  const [issue] = policyConditionsSchema.safeParse(conditions).error?.issues ?? [];
  expect(`${issue?.path.join('.')}: ${issue?.message}`).toMatch(new RegExp(message));
});
