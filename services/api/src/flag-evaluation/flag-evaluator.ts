import type {
  CompiledFlags,
  DefinedFlag,
  EvaluationContext,
  RequestFacts,
  StoredFlag,
} from '@tidemark/flag-engine';
import {
  cohortsOfFlag,
  compileFlags,
  toCohortDefinition,
  toDefinition,
} from '@tidemark/flag-engine';
import type {
  CohortRepository,
  FeatureFlag,
  FeatureFlagRepository,
  FlagHashKeyStore,
  PersonProperties,
  PersonReader,
  Project,
} from '@tidemark/postgres';

/** Flags of a project and everything an evaluation for one subject reads. */
interface PreparedEvaluation {
  /** Live ones, by id; inactive ones too. */
  readonly flags: readonly FeatureFlag[];
  /** The flags that are evaluated: the stored ones, or with proposed changes. */
  readonly evaluated: readonly StoredFlag[];
  readonly definitions: readonly DefinedFlag[];
  readonly compiled: CompiledFlags;
  readonly context: EvaluationContext;
  /** Null when no one has used the distinct id. */
  readonly person: PersonProperties | null;
}

const NO_HASH_KEYS = { hashKeys: {} };
const asTheyAre = (live: readonly FeatureFlag[]): readonly StoredFlag[] => live;

/** Evaluates flags for users who manage them; the edge evaluates them for SDKs. */
export interface FlagEvaluator {
  prepare(
    project: Project,
    facts: RequestFacts,
    options?: {
      /** If false, only the given facts count and stored properties are ignored. */
      readonly useStored?: boolean;
      /** Flags as they would be. */
      readonly change?: (live: readonly FeatureFlag[]) => readonly StoredFlag[];
    },
  ): Promise<PreparedEvaluation>;
}

export function createFlagEvaluator(deps: {
  readonly flags: Pick<FeatureFlagRepository, 'listLive'>;
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
  readonly persons: PersonReader;
  readonly hashKeys: Pick<FlagHashKeyStore, 'find'>;
  readonly now: () => Date;
}): FlagEvaluator {
  const { persons } = deps;

  const groupPropertiesOf = async (
    projectId: number,
    groupTypes: Readonly<Record<number, string>>,
    { groups }: RequestFacts,
  ): Promise<EvaluationContext['groupProperties']> => {
    const named = Object.entries(groupTypes).filter(([, type]) => Object.hasOwn(groups, type));
    const found = await Promise.all(
      named.map(async ([index, type]) => {
        const group = { groupTypeIndex: Number(index), groupKey: String(groups[type]) };
        return [type, (await persons.findGroupProperties(projectId, group)) ?? {}] as const;
      }),
    );
    return Object.fromEntries(found);
  };

  return {
    async prepare(project, facts, options = {}) {
      const { useStored = true, change = asTheyAre } = options;
      const [flags, types, person, { hashKeys: stored }] = await Promise.all([
        deps.flags.listLive(project.id),
        persons.listGroupTypes(project.id),
        useStored ? persons.findByDistinctId(project.id, facts.distinctId) : null,
        useStored ? deps.hashKeys.find(project.id, facts.distinctId) : NO_HASH_KEYS,
      ]);
      const evaluated = change(flags);
      const definitions = evaluated.map(toDefinition);
      const asksForCohorts = evaluated.some(({ filters }) => cohortsOfFlag(filters).size > 0);
      const cohorts = asksForCohorts ? await deps.cohorts.listLive(project.id) : [];
      const groupTypes = Object.fromEntries(
        types.map(({ groupType, groupTypeIndex }) => [groupTypeIndex, groupType]),
      );
      const context: EvaluationContext = {
        ...facts,
        groupTypes,
        personProperties: person?.properties ?? {},
        groupProperties: useStored ? await groupPropertiesOf(project.id, groupTypes, facts) : {},
        hashKeyOverrides: stored,
        memberOf: new Set(
          person === null || !asksForCohorts
            ? []
            : await persons.listCohorts(project.id, person.id),
        ),
        now: deps.now(),
        timezone: project.timezone,
      };
      const compiled = compileFlags(definitions, cohorts.map(toCohortDefinition));
      return { flags, evaluated, definitions, compiled, context, person };
    },
  };
}
