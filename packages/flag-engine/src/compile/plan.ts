import type { CompiledFlag, DependencyState, PlannedFlag } from '../compiled/flag';

/** The state of a flag in the traversal: `open`, or the state of its dependencies when it is finished. */
type Progress = 'open' | DependencyState;

/**
 * Orders flags so that each comes after those it depends on, and finds the flags whose dependencies can never be met:
 * a target that does not exist, a cycle, or a target with one of these problems.
 *
 * @param known ids of all flags of the project, including those that are never evaluated (inactive, deleted, broken):
 * they exist and count as false or failed
 */
export function planEvaluation(
  flags: readonly CompiledFlag[],
  known: ReadonlySet<number>,
): PlannedFlag[] {
  const byId = new Map(flags.map((flag) => [flag.id, flag]));
  const progress = new Map<number, Progress>();
  const planned: PlannedFlag[] = [];

  // Depth-first with an explicit stack: a chain of flags may be longer than the call stack.
  for (const root of flags) {
    const stack: Visit[] = progress.has(root.id) ? [] : [open(root, progress)];
    for (let visit = stack.at(-1); visit !== undefined; visit = stack.at(-1)) {
      const dependency = visit.flag.dependsOn[visit.next];
      if (dependency === undefined) {
        stack.pop();
        progress.set(visit.flag.id, visit.state);
        planned.push({ flag: visit.flag, dependencies: visit.state });
        const parent = stack.at(-1);
        if (parent !== undefined) parent.state = worse(parent.state, visit.state);
        continue;
      }
      visit.next += 1;
      const target = byId.get(dependency);
      const seen = progress.get(dependency);
      if (target === undefined) {
        if (!known.has(dependency)) visit.state = worse(visit.state, 'missing');
      } else if (seen === undefined) {
        stack.push(open(target, progress));
      } else if (seen === 'open') {
        markCycle(stack, dependency);
      } else {
        visit.state = worse(visit.state, seen);
      }
    }
  }
  return planned;
}

interface Visit {
  readonly flag: CompiledFlag;
  next: number;
  state: DependencyState;
}

function open(flag: CompiledFlag, progress: Map<number, Progress>): Visit {
  progress.set(flag.id, 'open');
  return { flag, next: 0, state: 'complete' };
}

/** Every flag on the stack from the repeated one to the top belongs to the cycle. */
function markCycle(stack: readonly Visit[], repeated: number): void {
  const start = stack.findIndex((visit) => visit.flag.id === repeated);
  for (const visit of stack.slice(start)) visit.state = 'cyclic';
}

function worse(a: DependencyState, b: DependencyState): DependencyState {
  if (a === 'cyclic' || b === 'cyclic') return 'cyclic';
  return a === 'missing' || b === 'missing' ? 'missing' : 'complete';
}
