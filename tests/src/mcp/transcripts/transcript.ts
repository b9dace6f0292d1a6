import type { ShopProject } from '../../test-support/shop-project';
import type { ToolResult } from '../agent';

/** A tool call of a transcript: the tool, its input, and a check of its result. */
export interface Step {
  readonly tool: string;
  readonly input: (shop: ShopProject, before: readonly ToolResult[]) => object;
  /** Compares the result with one that is computed from the sent events, or with the API. */
  readonly check: (result: ToolResult, shop: ShopProject, before: readonly ToolResult[]) => unknown;
}

/** A task in the words of a user, and the tool calls that solve it. */
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

/** The number of events for each value of a property. */
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

/** The details of an earlier result; -1 is the previous step. */
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
/** Repeats the previous dry run with its confirmation code. */
export const confirmed = (tool: string, input: object, check: Step['check']): Step => ({
  tool,
  input: (_shop, before) => ({ ...input, confirm: before.at(-1)?.code }),
  check,
});
