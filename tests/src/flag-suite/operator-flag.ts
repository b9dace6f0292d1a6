import type { GivenFlag, OperatorCase } from './format';

/** The property that the flags of operator cases compare. */
const PROPERTY = 'p';

/** A flag that is on for everybody who matches the filter of an operator case. */
export function operatorFlag({ operator, filter }: OperatorCase, id: number): GivenFlag {
  const filters = [
    { key: PROPERTY, type: 'person', operator, ...(filter !== undefined && { value: filter }) },
  ];
  return {
    id,
    key: `operator-${id}`,
    filters: { groups: [{ properties: filters, rollout_percentage: 100 }] },
  };
}

/** The expected result of a filter for one value of the property, which may be missing. */
export interface OperatorResult {
  readonly properties: { readonly [PROPERTY]?: unknown };
  readonly expected: boolean;
}

/** All expected results of an operator case. */
export function operatorResults({ matches, misses, missing }: OperatorCase): OperatorResult[] {
  return [
    ...matches.map((value) => ({ properties: { [PROPERTY]: value }, expected: true })),
    ...misses.map((value) => ({ properties: { [PROPERTY]: value }, expected: false })),
    { properties: {}, expected: missing },
  ];
}

/** The name of a case in reports. */
export function operatorName({ operator, filter, now, timezone }: OperatorCase): string {
  const where = [timezone, now && `at ${now}`].filter((part) => part !== undefined).join(' ');
  const value = filter === undefined ? 'without a value' : JSON.stringify(filter);
  return `${operator ?? 'no operator'} ${value} ${where}`.trim();
}
