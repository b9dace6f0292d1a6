/** An option, and its value in an actors query. */
export interface ActorOption {
  readonly label: string;
  readonly value: string | number;
}

/** The options by which actors of an insight can be selected (`docs/wire/insights.md#actor-options`). */
export interface ActorOptions {
  /** Null if a number covers the whole period. */
  readonly day?: readonly ActorOption[] | null;
  readonly interval?: readonly ActorOption[];
  readonly status?: readonly ActorOption[];
  readonly series?: readonly ActorOption[];
  readonly breakdown?: readonly ActorOption[];
  /** One list per part of a breakdown by several properties. */
  readonly breakdowns?: readonly { readonly values: readonly ActorOption[] }[];
  readonly compare?: readonly ActorOption[];
}

export const PERIOD_OPTIONS: readonly ActorOption[] = [
  { label: 'Current', value: 'current' },
  { label: 'Previous', value: 'previous' },
];

export function optionsOf(
  labels: readonly string[],
  values: readonly (string | number)[],
): readonly ActorOption[] {
  return values.map((value, at) => ({ label: labels[at] ?? String(value), value }));
}

export function distinct(options: readonly ActorOption[]): readonly ActorOption[] {
  return [...new Map(options.map((one) => [one.value, one])).values()];
}
