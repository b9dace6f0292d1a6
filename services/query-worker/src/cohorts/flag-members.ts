import type { CohortDefinition, CompiledFlags, FlagDefinition } from '@tidemark/flag-engine';
import {
  ALL_FLAGS,
  compileFlags,
  evaluateFlags,
  toCohortDefinition,
  toDefinition,
} from '@tidemark/flag-engine';
import type {
  CohortRepository,
  FeatureFlagRepository,
  FlagSubject,
  FlagSubjects,
} from '@tidemark/postgres';

export interface FlagMemberDeps {
  readonly flags: Pick<FeatureFlagRepository, 'listLive'>;
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
  readonly subjects: FlagSubjects;
}

const PAGE = 1_000;

/**
 * Finds the persons for whom a flag is on, based on their stored properties, and waits for each batch. Persons for
 * whom the evaluation fails are excluded.
 */
export async function findFlagMembers(
  deps: FlagMemberDeps,
  flag: {
    readonly projectId: number;
    readonly key: string;
    readonly timezone: string;
    readonly now: Date;
  },
  onBatch: (personIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const { projectId, key } = flag;
  const definitions: FlagDefinition[] = (await deps.flags.listLive(projectId)).map(toDefinition);
  const cohorts: CohortDefinition[] = (await deps.cohorts.listLive(projectId)).map(
    toCohortDefinition,
  );
  const compiled = compileFlags(definitions, cohorts);
  let after: string | null = null;
  for (;;) {
    const page: readonly FlagSubject[] = await deps.subjects.list(projectId, after, PAGE);
    const isOn = page.filter((subject) => isOnFor(compiled, key, subject, flag));
    await onBatch(isOn.map((subject) => subject.personId));
    after = page.at(-1)?.personId ?? null;
    if (page.length < PAGE) return;
  }
}

function isOnFor(
  compiled: CompiledFlags,
  key: string,
  subject: FlagSubject,
  clock: { readonly now: Date; readonly timezone: string },
): boolean {
  const { results } = evaluateFlags(
    compiled,
    {
      distinctId: subject.distinctId,
      deviceId: null,
      anonDistinctId: null,
      groups: {},
      personPropertyOverrides: {},
      geoipProperties: {},
      groupPropertyOverrides: {},
      groupTypes: {},
      personProperties: subject.properties,
      groupProperties: {},
      hashKeyOverrides: subject.hashKeys,
      memberOf: new Set(subject.cohortIds),
      now: clock.now,
      timezone: clock.timezone,
    },
    { ...ALL_FLAGS, flagKeys: [key] },
  );
  return results.get(key)?.enabled === true;
}
