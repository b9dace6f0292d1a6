import type { HogFunctionFilters } from '@tidemark/contracts';
import { problemOfLiveFilter, problemOfLiveSteps } from '@tidemark/domain';
import { problemOfPropertyFilter } from '@tidemark/hogql';
import type { ActionRepository } from '@tidemark/postgres';
import { invalid } from './destination-fields';

type Filter = Readonly<Record<string, unknown>>;

/** @throws ApiError 400 for filters that name no action of the project, or that cannot be applied to events as they arrive */
export async function checkFilters(
  {
    actions,
    now,
  }: { readonly actions: Pick<ActionRepository, 'findById'>; readonly now: () => Date },
  projectId: number,
  filters: HogFunctionFilters,
): Promise<void> {
  const check = (filter: Filter, attr: string): void => {
    const problem =
      problemOfPropertyFilter(filter, 'event', { now: now(), timezone: 'UTC' }) ??
      liveProblem(filter);
    if (problem !== null) throw invalid(attr, problem);
  };
  for (const [place, sources] of [
    ['events', filters.events ?? []],
    ['actions', filters.actions ?? []],
  ] as const) {
    for (const [index, { properties }] of sources.entries()) {
      for (const filter of properties ?? []) check(filter, `filters__${place}__${index}`);
    }
  }
  for (const filter of filters.properties ?? []) check(filter, 'filters__properties');
  for (const [index, { id }] of (filters.actions ?? []).entries()) {
    const attr = `filters__actions__${index}`;
    const action = Number.isSafeInteger(Number(id))
      ? await actions.findById(projectId, Number(id))
      : null;
    if (action === null || action.deleted) {
      throw invalid(attr, `The project has no action '${String(id).slice(0, 100)}'.`);
    }
    const problem = problemOfLiveSteps(action.steps);
    if (problem !== null) {
      throw invalid(attr, `Step ${problem.step} of the action cannot match: ${problem.problem}.`);
    }
  }
}

function liveProblem(filter: Filter): string | null {
  const problem = problemOfLiveFilter(filter);
  return problem === null ? null : `This cannot be delivered: ${problem}.`;
}
