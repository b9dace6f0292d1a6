import type { JsonObject } from '../json';
import { isObject } from '../json';
import { HOGQL_LISTS, HOGQL_MEMBERS, hogqlWithIds } from './hogql-references';

/** The kinds of objects that others refer to by id. */
export type ReferencedKind =
  | 'action'
  | 'cohort'
  | 'dashboard'
  | 'experiment_holdout'
  | 'experiment_saved_metric'
  | 'feature_flag'
  | 'insight'
  | 'insight_variable'
  | 'survey';

/** Returns the id in the target of an object of the source; null if the object was not imported. */
export type IdLookup = (kind: ReferencedKind, sourceId: string) => string | null;

export interface MissingReference {
  readonly kind: ReferencedKind;
  readonly id: string;
}

/** Replaces ids of the source with those of the target, and records ids whose objects were not imported. */
export class References {
  readonly missing: MissingReference[] = [];

  constructor(private readonly lookup: IdLookup) {}

  /** Returns the id in the target, as a number if it is one in the source; the unchanged id if it was not imported. */
  id(kind: ReferencedKind, value: unknown): unknown {
    if (typeof value !== 'number' && typeof value !== 'string') return value;
    const target = this.lookup(kind, String(value));
    if (target === null) {
      this.missing.push({ kind, id: String(value) });
      return value;
    }
    return typeof value === 'number' ? Number(target) : target;
  }

  ids(kind: ReferencedKind, values: unknown): unknown {
    return Array.isArray(values)
      ? values.map((value: unknown) => this.id(kind, value))
      : this.id(kind, values);
  }

  /** Replaces the ids of cohorts and actions in HogQL, or in each text of a list; any other value is unchanged. */
  hogql(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.hogql(item));
    if (typeof value !== 'string') return value;
    return hogqlWithIds(value, (kind, id) =>
      kind === 'survey' ? this.surveyId(id) : String(this.id(kind, id)),
    );
  }

  /** Replaces all ids in a query, filters or conditions. */
  rewrite(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.rewrite(item));
    if (!isObject(value)) return value;
    const copy = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.rewrite(member)]),
    );
    this.rewriteOwn(value, copy);
    return copy;
  }

  /** Replaces ids in the members of one object. Its type or kind determines which members are ids. */
  private rewriteOwn(from: JsonObject, copy: Record<string, unknown>): void {
    const type = from['type'];
    if (isCohortType(type) && from['value'] !== undefined) {
      copy['value'] = this.ids('cohort', from['value']);
    }
    if (isCohortType(type) && from['property'] !== undefined) {
      copy['property'] = this.cohortBreakdown(from['property']);
    }
    if (from['breakdown_type'] === 'cohort') {
      copy['breakdown'] = this.cohortBreakdown(from['breakdown']);
    }
    if (type === 'flag' && isId(from['key'])) copy['key'] = this.id('feature_flag', from['key']);
    if ((type === 'actions' || from['kind'] === 'ActionsNode') && isId(from['id'])) {
      copy['id'] = this.id('action', from['id']);
    }
    if (isId(from['action_id'])) copy['action_id'] = this.id('action', from['action_id']);
    if (isId(from['actionId'])) copy['actionId'] = this.id('action', from['actionId']);
    if (from['event_type'] === 'actions' && isId(from['key'])) {
      copy['key'] = this.id('action', from['key']);
    }
    if (from['seq_event_type'] === 'actions' && isId(from['seq_event'])) {
      copy['seq_event'] = this.id('action', from['seq_event']);
    }
    for (const name of hogqlMembers(from)) {
      if (from[name] !== undefined) copy[name] = this.hogql(from[name]);
    }
    if (from['key'] === '$survey_id') copy['value'] = this.surveyIds(from['value']);
    if (from['kind'] === 'HogQLQuery' && isObject(from['variables'])) {
      copy['variables'] = this.variables(from['variables']);
    }
  }

  /** Replaces the ids of variables in `{id: {variableId, code_name, value}}`, as in queries and dashboards. */
  variables(variables: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(variables).map(([id, variable]) => {
        const target = String(this.id('insight_variable', id));
        return [target, isObject(variable) ? { ...variable, variableId: target } : variable];
      }),
    );
  }

  /** Returns the id of a survey as it is in imported events; a survey that was not imported has events, too. */
  private surveyId(id: string): string {
    return this.lookup('survey', id) ?? id;
  }

  private surveyIds(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.surveyIds(item));
    return typeof value === 'string' ? this.surveyId(value) : value;
  }

  /** Replaces the ids in a breakdown by cohorts; `all` means all persons. */
  private cohortBreakdown(value: unknown): unknown {
    const one = (id: unknown): unknown => (id === 'all' || id === 0 ? id : this.id('cohort', id));
    return Array.isArray(value) ? value.map(one) : one(value);
  }
}

/** The members of an object that are expressions of HogQL, or lists of them. */
function hogqlMembers({ kind, type, breakdown_type: breakdown }: JsonObject): readonly string[] {
  return [
    ...HOGQL_MEMBERS,
    ...(typeof kind === 'string' ? HOGQL_LISTS : []),
    ...(kind === 'HogQLQuery' ? ['query'] : []),
    // A filter has its expression in `key`, one of several breakdowns in `property`.
    ...(type === 'hogql' ? ['key', 'property'] : []),
    ...(breakdown === 'hogql' ? ['breakdown'] : []),
  ];
}

function isCohortType(type: unknown): boolean {
  return (
    type === 'cohort' ||
    type === 'static-cohort' ||
    type === 'precalculated-cohort' ||
    type === 'dynamic-cohort'
  );
}

function isId(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
}
