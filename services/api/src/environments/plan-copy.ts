import type { FlagCopyPlan } from '@tidemark/contracts';
import { referencedCohorts } from '@tidemark/contracts';
import type { Cohort, FeatureFlag } from '@tidemark/postgres';
import { fieldDifferences, portableFields } from './flag-differences';
import type { ProjectContents } from './project-names';
import { namesOf } from './project-names';
import { namedIn } from './translate-filters';

export interface CopyOptions {
  /** Source cohort → target cohort; null makes a new one. */
  readonly cohortMapping: Readonly<Record<string, number | null>>;
  readonly includesDependencies: boolean;
  readonly disablesCopies: boolean;
  /** The payloads of the scheduled changes that are copied with the flag. */
  readonly scheduled: readonly Readonly<Record<string, unknown>>[];
}

/**
 * What a copy of a flag to another project would do, and why it cannot be made. Pure: a dry run and a copy have the
 * same plan.
 *
 * @param flag with payloads in the clear, or redacted
 * @param existing the flag of the same key in the target, in the same form
 */
export function planCopy(
  flag: FeatureFlag,
  existing: FeatureFlag | null,
  source: ProjectContents,
  target: ProjectContents,
  options: CopyOptions,
): FlagCopyPlan {
  const named = namedIn({ filters: flag.filters, scheduled: options.scheduled });
  const cohorts = cohortOrder(named.cohorts, source.cohorts).map((id) =>
    planCohort(id, source, target, options),
  );
  const dependencies = named.flags.map((id) => planDependency(id, source, target, options));
  const groupTypes = named.groupTypes.map((index) => planGroupType(index, source, target));
  const wanted = {
    ...portableFields(flag, mappedNames(source, target, options)),
    ...(options.disablesCopies && { active: false }),
  };
  const present = existing === null ? null : portableFields(existing, namesOf(target));
  const differences = fieldDifferences(present, wanted);
  return {
    project_id: target.projectId,
    action: existing === null ? 'create' : differences.length > 0 ? 'update' : 'none',
    flag_id: existing?.id ?? null,
    version: existing?.version ?? null,
    differences,
    cohorts,
    dependencies,
    group_types: groupTypes,
    problems: [
      ...cohorts.filter(({ action }) => action === 'missing').map(cohortProblem),
      ...dependencies
        .filter(({ action }) => action === 'missing')
        .map(({ key }) => `The flag depends on '${key}', which the target does not have.`),
      ...groupTypes
        .filter(({ action }) => action === 'missing')
        .map(({ name }) => `The target has no groups of type '${name}'.`),
    ],
  };
}

type CohortPlan = FlagCopyPlan['cohorts'][number];

function cohortProblem({ name, source_id: id, target_id: target }: CohortPlan): string {
  if (target !== null) return `The target has no cohort ${target}.`;
  return name === null
    ? `Cohort ${id} does not exist any more.`
    : `The target has no cohort '${name}', and members of a static cohort cannot be copied: map it to another cohort.`;
}

function planCohort(
  id: number,
  source: ProjectContents,
  target: ProjectContents,
  { cohortMapping }: CopyOptions,
): CohortPlan {
  const cohort = source.cohorts.find((one) => one.id === id);
  const plan = { source_id: id, name: cohort?.name ?? null, target_id: null };
  if (cohort === undefined) return { ...plan, action: 'missing' };
  const mapped = cohortMapping[String(id)];
  if (mapped !== undefined && mapped !== null) {
    const exists = target.cohorts.some((one) => one.id === mapped);
    return { ...plan, action: exists ? 'mapped' : 'missing', target_id: mapped };
  }
  const found = mapped === null ? undefined : byName(cohort, target.cohorts);
  if (found !== undefined) return { ...plan, action: 'found', target_id: found.id };
  // The members of a static cohort are persons of its own project.
  return { ...plan, action: cohort.isStatic ? 'missing' : 'create' };
}

function byName({ name }: Cohort, cohorts: readonly Cohort[]): Cohort | undefined {
  return name === null ? undefined : cohorts.find((one) => one.name === name);
}

/** The cohorts and those that they name, each after those that it names. */
function cohortOrder(ids: readonly number[], cohorts: readonly Cohort[]): readonly number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (id: number): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const cohort = cohorts.find((one) => one.id === id);
    for (const inner of referencedCohorts(cohort?.filters ?? null)) visit(inner);
    order.push(id);
  };
  ids.forEach(visit);
  return order;
}

function planDependency(
  id: number,
  source: ProjectContents,
  target: ProjectContents,
  { includesDependencies }: CopyOptions,
): FlagCopyPlan['dependencies'][number] {
  const flag = source.flags.find((one) => one.id === id);
  const key = flag?.key ?? String(id);
  const found = target.flags.find((one) => one.key === flag?.key);
  if (found !== undefined) return { key, action: 'found', target_id: found.id };
  const canCopy = includesDependencies && flag !== undefined;
  return { key, action: canCopy ? 'copy' : 'missing', target_id: null };
}

function planGroupType(
  index: number,
  source: ProjectContents,
  target: ProjectContents,
): FlagCopyPlan['group_types'][number] {
  const name = source.groupTypes.find((one) => one.groupTypeIndex === index)?.groupType;
  const isKnown = target.groupTypes.some(({ groupType }) => groupType === name);
  return {
    name: name ?? `number ${index}`,
    action: name !== undefined && isKnown ? 'found' : 'missing',
  };
}

/** The names of the source, but of mapped cohorts those that they have in the target. */
function mappedNames(
  source: ProjectContents,
  target: ProjectContents,
  { cohortMapping }: CopyOptions,
) {
  const own = namesOf(source);
  const there = namesOf(target);
  return {
    ...own,
    cohort: (id: number) => {
      const mapped = cohortMapping[String(id)];
      return mapped === undefined || mapped === null ? own.cohort(id) : there.cohort(mapped);
    },
  };
}
