import { createHmac, randomBytes } from 'node:crypto';

/**
 * Codes that confirm one change: the same tool, the same arguments, the same state of what is changed. An agent gets
 * one from a dry run, so a change that was never looked at, or that looks different by now, is not made.
 */
export interface Confirmations {
  /** @param plan what will be done, with the version of what it is done to */
  codeOf(tool: string, plan: unknown): string;
}

const LENGTH = 10;

export function createConfirmations(secret: Buffer = randomBytes(32)): Confirmations {
  return {
    codeOf: (tool, plan) =>
      createHmac('sha256', secret)
        .update(JSON.stringify([tool, sortedKeys(plan)]))
        .digest('base64url')
        .slice(0, LENGTH),
  };
}

/** The order in which a client writes keys is not part of a plan. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]));
}
