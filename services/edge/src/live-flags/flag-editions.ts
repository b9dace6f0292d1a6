import { isDeepStrictEqual } from 'node:util';
import type { CohortDefinition, DefinedFlag } from '@tidemark/flag-engine';
import { cohortsOfFlag, toDefinition } from '@tidemark/flag-engine';
import type { ProjectFlags } from '../projects/flag-directory';
import { FlagOutcomes } from './flag-outcomes';

/** An active flag with one definition. Editions share the object until the flag or one of its cohorts changes. */
interface EditionFlag {
  readonly definition: DefinedFlag;
  readonly outcomes: FlagOutcomes;
}

/** The active flags of a project between two changes. */
export interface FlagEdition {
  readonly flags: readonly EditionFlag[];
  readonly cohorts: readonly CohortDefinition[];
  readonly positionById: ReadonlyMap<number, number>;
  readonly positionByKey: ReadonlyMap<string, number>;
  /** The results of `stepFrom`, by the older edition. */
  readonly steps: WeakMap<FlagEdition, EditionStep>;
}

/** How the flags of an edition differ from those of another one. */
export interface EditionStep {
  /** For each flag of the newer edition, the position of the unchanged flag in the older edition, or `NOWHERE`. */
  readonly same: Int32Array;
  /** Positions in the older edition of flags that were removed or changed. */
  readonly gone: readonly number[];
}

export const NOWHERE = -1;

export type FlagEditions = (projectId: number, flags: ProjectFlags) => FlagEdition;

/** Returns the edition of a project's flags. Unchanged flags are shared with the previous edition. */
export function createFlagEditions(): FlagEditions {
  const known = new WeakMap<ProjectFlags, FlagEdition>();
  /** The latest edition of each project. Only streams keep an edition in memory. */
  const latest = new Map<number, WeakRef<FlagEdition>>();

  return (projectId, flags) => {
    const found = known.get(flags);
    if (found !== undefined) return found;
    const edition = editionOf(flags, latest.get(projectId)?.deref() ?? null);
    known.set(flags, edition);
    latest.set(projectId, new WeakRef(edition));
    return edition;
  };
}

export function stepFrom(older: FlagEdition, newer: FlagEdition): EditionStep {
  const known = newer.steps.get(older);
  if (known !== undefined) return known;
  const positions = new Map(older.flags.map((flag, position) => [flag, position]));
  const kept = new Set(newer.flags);
  const step = {
    same: Int32Array.from(newer.flags, (flag) => positions.get(flag) ?? NOWHERE),
    gone: older.flags.flatMap((flag, position) => (kept.has(flag) ? [] : [position])),
  };
  newer.steps.set(older, step);
  return step;
}

function editionOf(project: ProjectFlags, before: FlagEdition | null): FlagEdition {
  const { compiled, cohorts } = project;
  const active = new Set([...compiled.byId.keys(), ...compiled.broken.map(({ id }) => id)]);
  const sameCohorts = before !== null && isDeepStrictEqual(cohorts, before.cohorts);
  const flags = project.stored
    .filter(({ id }) => active.has(id))
    .map((stored): EditionFlag => {
      const definition = toDefinition(stored);
      const at = before?.positionById.get(stored.id);
      const earlier = at === undefined ? undefined : before?.flags[at];
      const isSame =
        earlier !== undefined &&
        isDeepStrictEqual(definition, earlier.definition) &&
        (sameCohorts || cohortsOfFlag(definition.filters).size === 0);
      return isSame ? earlier : { definition, outcomes: new FlagOutcomes() };
    });
  const isUnchanged =
    before !== null &&
    sameCohorts &&
    before.flags.length === flags.length &&
    flags.every((flag, position) => flag === before.flags[position]);
  if (isUnchanged) return before;
  return {
    flags,
    cohorts,
    positionById: new Map(flags.map(({ definition }, position) => [definition.id, position])),
    positionByKey: new Map(flags.map(({ definition }, position) => [definition.key, position])),
    steps: new WeakMap(),
  };
}
