import { aggregateFunctions } from './declared/aggregates';
import type { AggregateSpec, FunctionSpec } from './declared/spec';
import { scalarFunctions } from './declared/scalars';
import { windowFunctions } from './declared/window';

interface Named {
  readonly name: string;
  readonly caseInsensitive: boolean;
}

/** Finds functions by exact name first, then case-insensitively where the entry allows it. */
export class FunctionIndex<T extends Named> {
  private readonly exact: ReadonlyMap<string, T>;
  private readonly anyCase: ReadonlyMap<string, T>;

  constructor(entries: readonly T[]) {
    this.exact = new Map(entries.map((entry) => [entry.name, entry]));
    this.anyCase = new Map(
      entries
        .filter((entry) => entry.caseInsensitive)
        .map((entry) => [entry.name.toLowerCase(), entry]),
    );
  }

  find(name: string): T | undefined {
    return this.exact.get(name) ?? this.anyCase.get(name.toLowerCase());
  }

  names(): readonly string[] {
    return [...this.exact.keys()];
  }
}

export const aggregates = new FunctionIndex<AggregateSpec>(aggregateFunctions);
/** Aggregations worth suggesting for a misspelt name. */
export const suggestedAggregates: readonly string[] = aggregateFunctions
  .filter((spec) => spec.suggested)
  .map((spec) => spec.name);
export const windows = new FunctionIndex<FunctionSpec>(windowFunctions);
export const scalars = new FunctionIndex<FunctionSpec>(scalarFunctions);
