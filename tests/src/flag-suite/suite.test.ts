import { readFileSync } from 'node:fs';
import { jsonSchema } from './format';
import { readSuites, SCHEMA_FILE } from './read-suites';

describe('the published suite', () => {
  const suites = readSuites();

  it('has a schema that equals the one in the code', () => {
    expect(JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))).toEqual(jsonSchema());
  });

  it.each([...suites])('%s has a different name for each case', (_, suite) => {
    const names = suite.cases.map((one) => ('name' in one ? one.name : JSON.stringify(one)));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has a case for every operator', () => {
    const covered = new Set(
      [...suites.values()].flatMap((suite) =>
        suite.kind === 'operators' ? suite.cases.map(({ operator }) => operator ?? 'exact') : [],
      ),
    );
    expect([...covered].sort()).toEqual(EVERY_OPERATOR);
  });

  it('has evaluation cases whose flags have different ids and keys', () => {
    for (const suite of suites.values()) {
      if (suite.kind !== 'evaluation') continue;
      for (const { name, given } of suite.cases) {
        const { flags } = given;
        expect([name, new Set(flags.map(({ id }) => id)).size]).toEqual([name, flags.length]);
        expect([name, new Set(flags.map(({ key }) => key)).size]).toEqual([name, flags.length]);
      }
    }
  });
});

const EVERY_OPERATOR = [
  ...['between', 'ends_with', 'exact', 'flag_evaluates_to', 'gt', 'gte', 'icontains'],
  ...['icontains_multi', 'in', 'is_date_after', 'is_date_before', 'is_date_exact', 'is_not'],
  ...['is_not_set', 'is_set', 'lt', 'lte', 'max', 'min', 'not_between', 'not_ends_with'],
  ...['not_icontains', 'not_icontains_multi', 'not_in', 'not_regex', 'not_starts_with', 'regex'],
  ...['semver_caret', 'semver_eq', 'semver_gt', 'semver_gte', 'semver_lt', 'semver_lte'],
  ...['semver_neq', 'semver_tilde', 'semver_wildcard', 'starts_with'],
];
