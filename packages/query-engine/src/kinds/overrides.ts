import type { QueryRequestBody } from '@tidemark/contracts';

/** What a dashboard lays over its queries (`wire/query.md` §1.2). */
export interface QueryOverrides {
  readonly filters: NonNullable<QueryRequestBody['filters_override']>;
  /** Variables by id, for those that a query declares. */
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Filters {
  readonly properties?: readonly unknown[] | null | undefined;
  readonly dateRange?: Readonly<Record<string, unknown>> | null | undefined;
  readonly filterTestAccounts?: boolean | null | undefined;
}

/** Dates replace the query's own as a pair, properties are added to them. */
export function overrideFilters<F extends Filters>(
  own: F | null | undefined,
  { filters }: QueryOverrides,
): F | null | undefined {
  const { date_from = null, date_to = null, properties, filterTestAccounts } = filters;
  const dates = date_from !== null || date_to !== null;
  const added = properties ?? [];
  if (!dates && added.length === 0 && filterTestAccounts !== true) return own;
  return {
    ...(own as F),
    ...(dates && { dateRange: { ...own?.dateRange, date_from, date_to } }),
    ...(filterTestAccounts === true && { filterTestAccounts }),
    ...(added.length > 0 && { properties: [...(own?.properties ?? []), ...added] }),
  };
}

type Variables = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Only variables that the query declares change; others are ignored. */
export function overrideVariables(
  own: Variables | null | undefined,
  { variables }: QueryOverrides,
): Record<string, Record<string, unknown>> | null | undefined {
  if (own === null || own === undefined) return own;
  const replaced = Object.entries(own).map(([id, variable]) => {
    const override = Object.hasOwn(variables, id) ? variables[id] : undefined;
    const isObject = typeof override === 'object' && override !== null;
    return [id, { ...variable, ...(isObject && { ...override }) }] as const;
  });
  return Object.fromEntries(replaced);
}
