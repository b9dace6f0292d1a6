import type { DefinedFlag } from '../definitions/definition';
import { aFlag } from '../test-support/factories';
import { definitionsDocument } from './definitions-document';

const flag = (id: number, key: string, changes: Partial<DefinedFlag> = {}): DefinedFlag => ({
  ...aFlag({ id, key }),
  team_id: 4,
  name: '',
  has_encrypted_payloads: false,
  ...changes,
});
interface Filter {
  readonly key: string;
  readonly dependency_chain: readonly string[];
}

const needs = (...ids: (number | string)[]) => ({
  filters: {
    groups: [
      {
        properties: ids.map((id) => ({
          key: String(id),
          type: 'flag',
          operator: 'flag_evaluates_to',
          value: true,
        })),
        rollout_percentage: 100,
      },
    ],
  },
});
const documentOf = (...flags: DefinedFlag[]) =>
  definitionsDocument({ flags, groupTypes: { 0: 'company' }, cohorts: { 12: { type: 'OR' } } });

/** Key and chain of each filter about a flag, by the key of the flag that has it. */
const chains = (...flags: DefinedFlag[]) =>
  Object.fromEntries(
    documentOf(...flags).flags.map((listed): [unknown, unknown[]] => {
      const { groups } = listed['filters'] as { groups: { properties: Filter[] }[] };
      return [listed['key'], groups[0]!.properties.map((one) => [one.key, one.dependency_chain])];
    }) as [string, unknown[]][],
  );

it('returns the fields an SDK reads, in the order of keys', () => {
  const document = documentOf(
    flag(2, 'beta', {
      active: false,
      version: 3,
      evaluation_runtime: 'server',
      evaluation_contexts: ['web'],
      bucketing_identifier: 'device_id',
      ensure_experience_continuity: true,
    }),
    flag(1, 'alpha'),
  );
  expect(document).toMatchObject({
    group_type_mapping: { 0: 'company' },
    cohorts: { 12: { type: 'OR' } },
    minimal_flag_called_events: false,
    property_matching_version: 1,
  });
  expect(document.flags.map(({ key }) => key)).toEqual(['alpha', 'beta']);
  expect(document.flags[1]).toEqual({
    id: 2,
    team_id: 4,
    name: '',
    key: 'beta',
    filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
    deleted: false,
    active: false,
    ensure_experience_continuity: true,
    has_encrypted_payloads: false,
    version: 3,
    evaluation_runtime: 'server',
    evaluation_contexts: ['web'],
    evaluation_tags: ['web'],
    bucketing_identifier: 'device_id',
    has_experiment: false,
  });
});

it('leaves out flags that an SDK cannot evaluate', () => {
  const document = documentOf(
    flag(1, 'deleted', { deleted: true }),
    flag(2, 'malformed', { filters: { groups: 'none' } }),
    flag(3, 'secret', { has_encrypted_payloads: true }),
    flag(4, 'fine'),
  );
  expect(document.flags.map(({ key }) => key)).toEqual(['fine']);
});

it('names other flags by their keys and lists the flags to evaluate first', () => {
  expect(
    chains(
      flag(1, 'top', needs(2, 3)),
      flag(2, 'middle', needs(4)),
      flag(3, 'inactive', { active: false }),
      flag(4, 'bottom'),
    ),
  ).toEqual({
    top: [
      ['middle', ['bottom', 'middle']],
      ['inactive', ['inactive']],
    ],
    middle: [['bottom', ['bottom']]],
    inactive: [],
    bottom: [],
  });
});

it('returns an empty chain if a flag is missing, malformed, or depends on itself', () => {
  expect(
    chains(
      flag(1, 'on-missing', needs(99)),
      flag(2, 'on-cycle', needs(3)),
      flag(3, 'cycle-a', needs(4)),
      flag(4, 'cycle-b', needs(3)),
      flag(5, 'on-malformed', needs(6)),
      flag(6, 'malformed', { filters: null }),
      flag(7, 'on-on-missing', needs(1)),
    ),
  ).toEqual({
    'on-missing': [['99', []]],
    'on-cycle': [['cycle-a', []]],
    'cycle-a': [['cycle-b', []]],
    'cycle-b': [['cycle-a', []]],
    'on-malformed': [['6', []]],
    'on-on-missing': [['on-missing', []]],
  });
});
