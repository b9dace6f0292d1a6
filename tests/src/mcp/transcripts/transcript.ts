import type { ShopProject } from '../../test-support/shop-project';
import type { ToolResult } from '../agent';

/** One call of a transcript: the tool, its input, and what its result must be. */
export interface Step {
  readonly tool: string;
  readonly input: (shop: ShopProject, before: readonly ToolResult[]) => object;
  /** Compares the result with what is computed from the events that were sent, or from the API. */
  readonly check: (result: ToolResult, shop: ShopProject, before: readonly ToolResult[]) => unknown;
}

/** A task as a person gives it to an agent, and the calls that do it. */
export interface Transcript {
  readonly task: string;
  readonly steps: readonly Step[];
}

export const count = (shop: ShopProject, event: string): number =>
  shop.events.filter((one) => one.event === event).length;

export const sum = (shop: ShopProject, event: string, property: string): number =>
  shop.events
    .filter((one) => one.event === event)
    .reduce((total, one) => total + Number(one.properties[property]), 0);

/** How often each value of a property is on an event. */
export function countsOf(
  shop: ShopProject,
  event: string,
  property: string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of shop.events) {
    if (one.event !== event) continue;
    const value = String(one.properties[property]);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

export const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();
export const rowsOf = ({ data }: ToolResult): unknown[][] => (data as { rows: unknown[][] }).rows;

/** The details of an earlier result: -1 is the step before. */
export function dataAt(before: readonly ToolResult[], position: number): unknown {
  const result = before.at(position);
  if (result === undefined) throw new Error(`no step is at ${String(position)}`);
  return result.data;
}

/** A range that includes all events of the shop. */
export const LONG = '-60d';

export const dryRun = (tool: string, input: object, words: RegExp): Step => ({
  tool,
  input: () => input,
  check: (result) => expect(result.summary).toMatch(words),
});
/** Repeats the step before with its code. */
export const confirmed = (tool: string, input: object, check: Step['check']): Step => ({
  tool,
  input: (_shop, before) => ({ ...input, confirm: before.at(-1)?.code }),
  check,
});
