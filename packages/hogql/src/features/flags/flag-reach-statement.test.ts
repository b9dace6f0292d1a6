import { printHogQL } from '../../syntax/print';
import type { FlagAudience } from './flag-reach-statement';
import { flagReachStatement } from './flag-reach-statement';

const NOW = new Date('2026-03-31T12:00:00Z');
const said = (audience: FlagAudience): string => printHogQL(flagReachStatement(audience, NOW));

it('counts persons by properties and cohorts', () => {
  const text = said({
    about: 'persons',
    filters: [
      { type: 'person', key: 'plan', operator: 'exact', value: 'pro', negation: false },
      { type: 'cohort', key: 'id', value: 5, negation: true },
    ],
  });
  expect(text).toBe(
    "SELECT countIf(persons.properties.plan = 'pro' AND persons.id NOT IN COHORT 5) AS affected, count() AS total FROM persons",
  );
});

it('counts all persons without filters', () => {
  expect(said({ about: 'persons', filters: [] })).toContain('countIf(true)');
});

it('counts groups of one type', () => {
  const filters = [{ key: 'tier', operator: 'icontains', value: "go'ld" }];
  const text = said({ about: 'groups', groupTypeIndex: 2, filters });
  expect(text).toBe(
    "SELECT countIf(toString(groups.properties.tier) ILIKE '%go''ld%') AS affected, count() AS total FROM groups WHERE groups.index = 2",
  );
});

it('rejects filters that HogQL cannot express', () => {
  const filters = [{ key: 'app', operator: 'flag_evaluates_to', value: true }];
  expect(() => said({ about: 'groups', groupTypeIndex: 0, filters })).toThrow('flag_evaluates_to');
});
