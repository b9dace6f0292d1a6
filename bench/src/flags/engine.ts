import { compileFlags, evaluateFlags } from '@tidemark/flag-engine';
import { propertiesOf } from '../seed/users';

const USERS = 1_000;
const ROUNDS = 500;
const TARGET = 400_000;

/**
 * Measures the flag engine without a server: one flag with a property condition and a rollout, for a thousand users.
 */
export function measureEngine(): void {
  const properties = [{ key: 'plan', type: 'person', operator: 'exact', value: ['pro'] }];
  const compiled = compileFlags([
    {
      id: 1,
      key: 'beta',
      active: true,
      version: 1,
      deleted: false,
      filters: {
        groups: [
          { properties, rollout_percentage: 100 },
          { properties: [], rollout_percentage: 50 },
        ],
      },
    },
  ]);
  const now = new Date();
  const contexts = Array.from({ length: USERS }, (_, user) => ({
    distinctId: `user-${user}`,
    deviceId: null,
    anonDistinctId: null,
    groups: {},
    personPropertyOverrides: propertiesOf(user),
    geoipProperties: {},
    groupPropertyOverrides: {},
    groupTypes: {},
    personProperties: {},
    groupProperties: {},
    hashKeyOverrides: {},
    memberOf: new Set<number>(),
    now,
    timezone: 'UTC',
  }));
  let on = 0;
  const evaluate = (rounds: number): void => {
    for (let round = 0; round < rounds; round += 1) {
      for (const context of contexts) {
        if (evaluateFlags(compiled, context).results.get('beta')?.enabled === true) on += 1;
      }
    }
  };
  evaluate(ROUNDS / 10);
  const before = process.cpuUsage();
  evaluate(ROUNDS);
  const { user, system } = process.cpuUsage(before);
  const perSecond = (USERS * ROUNDS * 1e6) / (user + system);
  console.log('flags: the engine alone, one flag of two condition sets');
  console.log(
    `  ${perSecond.toFixed(0)} evaluations per CPU second, target ≥ ${TARGET} (${on} were on)`,
  );
}
