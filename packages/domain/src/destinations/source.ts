import type { ActionInput } from '../actions/action-input';
import type { MatchableStep, StepsTest } from '../actions/matches-steps';
import { compileSteps } from '../actions/matches-steps';
import type { StepFilter } from '../actions/property-predicate';

/** One selection of events in the filters of a destination. */
interface NamedSource {
  /** Name of an event, or id of an action; null: every event. */
  readonly id?: string | number | null | undefined;
  readonly properties?: readonly StepFilter[] | null | undefined;
}

/**
 * The events that a destination receives: those that match any of these events and actions (all events if the lists
 * are empty), and all of these properties.
 */
export interface SourceFilters {
  readonly events?: readonly NamedSource[] | null | undefined;
  readonly actions?: readonly NamedSource[] | null | undefined;
  readonly properties?: readonly StepFilter[] | null | undefined;
  readonly filter_test_accounts?: boolean | null | undefined;
}

/** The definitions that filters refer to. */
export interface SourceContext {
  /** The steps of actions that are not deleted, by action id. */
  readonly actions: ReadonlyMap<number, readonly MatchableStep[]>;
  readonly testAccountFilters: readonly StepFilter[];
}

/** A source whose filters are compiled. */
export interface CompiledSource {
  /** Names of the events that can match; null: any. */
  readonly events: ReadonlySet<string> | null;
  readonly matches: (event: ActionInput) => boolean;
}

/**
 * Compiles filters once. An event that only the query engine can decide does not match. @throws for an invalid
 * expression
 */
export function compileSource(filters: SourceFilters, context: SourceContext): CompiledSource {
  const alternatives = alternativesOf(filters, context);
  const common: readonly StepFilter[] = [
    ...(filters.properties ?? []),
    ...(filters.filter_test_accounts === true ? context.testAccountFilters : []),
  ];
  const conditions: StepsTest | null =
    common.length === 0 ? null : compileSteps([{ properties: common }]);
  const names = alternatives.flatMap((steps) => steps.map(({ event }) => event ?? ''));
  const isAny = alternatives.some((steps) => steps.length === 0) || names.includes('');
  const anyAlternative = anyTest(alternatives.map((steps) => compileSteps(steps)));
  return {
    events: isAny ? null : new Set(names),
    matches: (event) =>
      anyAlternative(event) && (conditions === null || conditions(event) === true),
  };
}

/** Whether any test passes. Most sources have only one test: this case needs no allocation per event. */
function anyTest(tests: readonly StepsTest[]): (event: ActionInput) => boolean {
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return (event) => only(event) === true;
  return (event) => tests.some((test) => test(event) === true);
}

/** Lists of steps, any of which may match; without steps every event matches. */
function alternativesOf(
  { events, actions }: SourceFilters,
  context: SourceContext,
): readonly (readonly MatchableStep[])[] {
  const named = (events ?? []).map(({ id, properties }): readonly MatchableStep[] => [
    { event: id === null || id === undefined ? null : String(id), properties: properties ?? null },
  ]);
  const ofActions = (actions ?? []).flatMap(({ id, properties }) => {
    const steps = context.actions.get(Number(id));
    if (steps === undefined) return [];
    const more = properties ?? [];
    if (more.length === 0) return [steps];
    const all = steps.length === 0 ? [{}] : steps;
    return [all.map((step) => ({ ...step, properties: [...(step.properties ?? []), ...more] }))];
  });
  const isEmpty = (events ?? []).length === 0 && (actions ?? []).length === 0;
  return isEmpty ? [[]] : [...named, ...ofActions];
}

/** Sources of one project, indexed by event name. */
export interface SourceIndex<Key> {
  /** Keys of the sources that match an event. */
  find(event: ActionInput): readonly Key[];
}

/** Indexes sources by event name, so that an event is only compared with sources that can match it. */
export function indexSources<Key>(
  sources: readonly { readonly key: Key; readonly source: CompiledSource }[],
): SourceIndex<Key> {
  type Entry = (typeof sources)[number];
  const ofAny = sources.filter(({ source }) => source.events === null);
  const byName = new Map<string, Entry[]>();
  for (const entry of sources) {
    for (const name of entry.source.events ?? []) {
      byName.set(name, [...(byName.get(name) ?? []), entry]);
    }
  }
  return {
    find(event) {
      const found: Key[] = [];
      for (const { key, source } of byName.get(event.event) ?? []) {
        if (source.matches(event)) found.push(key);
      }
      for (const { key, source } of ofAny) if (source.matches(event)) found.push(key);
      return found;
    },
  };
}
