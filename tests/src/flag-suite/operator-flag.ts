import type { GivenFlag, OperatorCase } from './format';

/** The property that flags of operator cases ask about. */
const PROPERTY = 'p';

/** A flag that is on for whom the filter of an operator case matches. */
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

/** The result of one filter for one property; no `property` stands for one that is missing. */
export interface OperatorResult {
  readonly properties: { readonly [PROPERTY]?: unknown };
  readonly expected: boolean;
}

/** Every response that an operator case states. */
export function operatorResults({ matches, misses, missing }: OperatorCase): OperatorResult[] {
  return [
    ...matches.map((value) => ({ properties: { [PROPERTY]: value }, expected: true })),
    ...misses.map((value) => ({ properties: { [PROPERTY]: value }, expected: false })),
    { properties: {}, expected: missing },
  ];
}

/** How a case is called in reports. */
export function operatorName({ operator, filter, now, timezone }: OperatorCase): string {
  const where = [timezone, now && `at ${now}`].filter((part) => part !== undefined).join(' ');
  const value = filter === undefined ? 'without a value' : JSON.stringify(filter);
  return `${operator ?? 'no operator'} ${value} ${where}`.trim();
}
