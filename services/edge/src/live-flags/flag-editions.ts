import { isDeepStrictEqual } from 'node:util';
import type { CohortDefinition, DefinedFlag } from '@tidemark/flag-engine';
import { cohortsOfFlag, toDefinition } from '@tidemark/flag-engine';
import type { ProjectFlags } from '../projects/flag-directory';
import { FlagOutcomes } from './flag-outcomes';

/** An active flag with one definition. Editions share it for as long as neither it nor its cohorts change. */
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
  /** What was asked for of `stepFrom`, by the older edition. */
  readonly steps: WeakMap<FlagEdition, EditionStep>;
}

/** How the flags of an edition differ from those of another one. */
export interface EditionStep {
  /** By position in the newer edition: where the older one has the same flag with the same definition; or `NOWHERE`. */
  readonly same: Int32Array;
  /** Positions in the older edition of flags that the newer one has not, or with another definition. */
  readonly gone: readonly number[];
}

export const NOWHERE = -1;

export type FlagEditions = (projectId: number, flags: ProjectFlags) => FlagEdition;

/** @returns the edition of the flags of a project, which shares with the one before it what has not changed */
export function createFlagEditions(): FlagEditions {
  const known = new WeakMap<ProjectFlags, FlagEdition>();
  /** By project. Streams hold the edition they were evaluated with; without any, nothing can be shared. */
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
