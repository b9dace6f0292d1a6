import type { EnvironmentComparison } from '@tidemark/contracts';
import { rolloutReach } from '@tidemark/contracts';
import type { FeatureFlag } from '@tidemark/postgres';
import { fieldDifferences, portableFields } from './flag-differences';
import type { ProjectContents } from './project-names';
import { namesOf } from './project-names';

type Row = EnvironmentComparison['results'][number];

/**
 * Every flag of the projects in each of them, ordered by key.
 *
 * @param environments in the order of promotion
 * @param show hides payloads that a flag encrypts
 */
export function compareEnvironments(
  environments: readonly ProjectContents[],
  show: (flag: FeatureFlag) => FeatureFlag,
): readonly Row[] {
  const contents = environments.map((project) => ({
    projectId: project.projectId,
    names: namesOf(project),
    flags: new Map(project.flags.map((flag) => [flag.key, flag])),
  }));
  const keys = new Set(contents.flatMap(({ flags }) => [...flags.keys()]));
  return [...keys].toSorted().map((key) => {
    let before: Readonly<Record<string, unknown>> | null = null;
    const flags = contents.map(({ projectId, names, flags: own }): Row['flags'][number] => {
      const flag = own.get(key);
      if (flag === undefined) return missingCell(projectId);
      const fields = portableFields(show(flag), names);
      const differs = before === null ? [] : fieldDifferences(before, fields);
      before = fields;
      return { ...cellOf(flag), differs: differs.map(({ field }) => field) };
    });
    const differs = flags.some((flag) => !flag.present || flag.differs.length > 0);
    return { key, differs, flags };
  });
}

function cellOf(flag: FeatureFlag): Omit<Row['flags'][number], 'differs'> {
  const { multivariate } = flag.filters as {
    readonly multivariate?: { readonly variants?: readonly { readonly key: string }[] } | null;
  };
  return {
    project_id: flag.projectId,
    present: true,
    id: flag.id,
    version: flag.version,
    enabled: flag.active,
    archived: flag.archived,
    rollout_percentage: rolloutReach({ ...flag, evaluation: {} }),
    variants: (multivariate?.variants ?? []).map(({ key }) => key),
  };
}

function missingCell(projectId: number): Row['flags'][number] {
  return {
    project_id: projectId,
    present: false,
    id: null,
    version: null,
    enabled: false,
    archived: false,
    rollout_percentage: 0,
    variants: [],
    differs: [],
  };
}
