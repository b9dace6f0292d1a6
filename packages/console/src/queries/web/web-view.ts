import type { WebOverviewQuery } from '@tidemark/contracts';
import type { PropertyFilter } from '../filters/property-filter';
import { filtersOf } from '../filters/property-filter';
import { defined } from '../insight/defined';
import type { QueryNode } from '../query-link';

/** The conversion goal in its wire format. */
export type WebGoal = NonNullable<WebOverviewQuery['conversionGoal']>;

/** The settings that apply to every number of web analytics. */
export interface WebView {
  readonly range: { readonly date_from: string; readonly date_to: string | null };
  /** The comparison: `none`, `previous`, or the offset of the compared range (`-1y`). */
  readonly compareTo: string;
  readonly filters: readonly PropertyFilter[];
  /** The goal; null shows page views and no conversions. */
  readonly goal: WebGoal | null;
  readonly leavesOutTestAccounts: boolean;
}

export const DEFAULT_VIEW: WebView = {
  range: { date_from: '-7d', date_to: null },
  compareTo: 'previous',
  filters: [],
  goal: null,
  leavesOutTestAccounts: false,
};

const KINDS: readonly string[] = ['WebOverviewQuery', 'WebStatsTableQuery', 'WebGoalsQuery'];

/**
 * Reads the view from a web analytics query in the URL.
 *
 * @throws Error with a message for users if the query is of another kind
 */
export function viewOfQuery(node: QueryNode): WebView {
  if (!KINDS.includes(node.kind)) {
    throw new Error(
      `The URL contains a query of the kind ${node.kind}, which is not a web analytics query.`,
    );
  }
  const query = node as Partial<WebOverviewQuery>;
  const compares = query.compareFilter?.compare === true;
  return {
    range: {
      date_from: query.dateRange?.date_from ?? DEFAULT_VIEW.range.date_from,
      date_to: query.dateRange?.date_to ?? null,
    },
    compareTo: compares ? (query.compareFilter?.compare_to ?? 'previous') : 'none',
    filters: filtersOf(query.properties),
    goal: query.conversionGoal ?? null,
    leavesOutTestAccounts: query.filterTestAccounts === true,
  };
}

/** The fields of a view that all web analytics queries have. */
export function sharedFields(view: WebView): Omit<WebOverviewQuery, 'kind'> {
  return defined({
    ...fieldsOfTrends(view),
    properties: [...view.filters],
    conversionGoal: view.goal ?? undefined,
  });
}

/** The fields of a view that trends also have. */
export function fieldsOfTrends(
  view: WebView,
): Pick<WebOverviewQuery, 'dateRange' | 'compareFilter' | 'filterTestAccounts' | 'properties'> {
  const { range, compareTo, filters, leavesOutTestAccounts } = view;
  return defined({
    dateRange: { date_from: range.date_from, date_to: range.date_to },
    compareFilter: compareFilterOf(compareTo),
    filterTestAccounts: leavesOutTestAccounts ? true : undefined,
    properties: [...filters],
  });
}

function compareFilterOf(to: string): WebOverviewQuery['compareFilter'] | undefined {
  if (to === 'none') return undefined;
  return to === 'previous' ? { compare: true } : { compare: true, compare_to: to };
}

export function isSameRange(one: WebView, other: WebView): boolean {
  return JSON.stringify(one.range) === JSON.stringify(other.range);
}

export function isSameView(one: WebView, other: WebView): boolean {
  return JSON.stringify(sharedFields(one)) === JSON.stringify(sharedFields(other));
}

/** The name of a goal. */
export function goalName(goal: WebGoal, actionNames: ReadonlyMap<number, string>): string {
  if ('customEventName' in goal) return goal.customEventName;
  return actionNames.get(goal.actionId) ?? `Action ${goal.actionId}`;
}
