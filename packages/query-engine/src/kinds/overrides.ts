import type { QueryRequestBody } from '@tidemark/contracts';

/** Values of a dashboard that override those of its queries (`docs/wire/query.md#override-by-kind`). */
export interface QueryOverrides {
  readonly filters: NonNullable<QueryRequestBody['filters_override']>;
  /** Variables by id, for those that a query declares. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Receives a sentence for each filter that the query does not support. */
  readonly warn?: (text: string) => void;
}

type FilterName = keyof QueryOverrides['filters'];

/** Warns of filters that are set but not supported by a kind. */
export function warnOfIgnored(
  { filters, warn }: QueryOverrides,
  kind: string,
  taken: readonly FilterName[],
): void {
  for (const [name, value] of Object.entries(filters)) {
    if (isEmpty(value) || taken.includes(name as FilterName)) continue;
    warn?.(`filters_override: ${name} changes nothing in ${kind}.`);
  }
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === undefined || value === false || value === '';
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
