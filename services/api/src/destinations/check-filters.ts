import type { DestinationType, HogFunctionFilters } from '@tidemark/contracts';
import { internalEventNames } from '@tidemark/contracts';
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
  type: DestinationType,
  filters: HogFunctionFilters,
): Promise<void> {
  if (type === 'internal_destination') checkInternal(filters);
  else if (filters.source === 'internal-events') {
    const detail = 'Only destinations of the type internal_destination receive internal events.';
    throw invalid('filters__source', detail);
  }
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

/** Internal events have no visitors: filters can only use their names and properties. */
function checkInternal({ events, actions, properties, ...filters }: HogFunctionFilters): void {
  if ((actions ?? []).length > 0) {
    throw invalid('filters__actions', 'An action matches events of visitors, not internal events.');
  }
  if (filters.filter_test_accounts === true) {
    const detail = 'Internal events come from no test accounts.';
    throw invalid('filters__filter_test_accounts', detail);
  }
  for (const [index, { id, properties: own }] of (events ?? []).entries()) {
    if (id !== null && !internalEventNames.some((name) => name === id)) {
      const known = internalEventNames.join(', ');
      const detail = `There is no such internal event: ${JSON.stringify(id).slice(0, 100)}. There are: ${known}.`;
      throw invalid(`filters__events__${index}`, detail);
    }
    rejectOthers(own, `filters__events__${index}`);
  }
  rejectOthers(properties, 'filters__properties');
}

function rejectOthers(filters: readonly Filter[] | null | undefined, attr: string): void {
  const other = (filters ?? []).find(({ type }) => type !== 'event' && type !== undefined);
  if (other === undefined) return;
  throw invalid(attr, 'Internal events are filtered by their own properties: type is event.');
}

function liveProblem(filter: Filter): string | null {
  const problem = problemOfLiveFilter(filter);
  return problem === null ? null : `This cannot be delivered: ${problem}.`;
}
