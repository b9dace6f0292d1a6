import type { PeopleBehind } from './people-behind';
import type { ResponseFields } from './response-fields';
import type { PathsQuery } from './types';

interface PathNode {
  /** The node in its wire format: `2_/pricing`. */
  readonly key: string;
  /** The column, from 0. */
  readonly depth: number;
  readonly label: string;
}

export interface PathLink {
  readonly source: string;
  readonly target: string;
  readonly from: string;
  readonly to: string;
  /** The number of the target step, from 2. */
  readonly step: number;
  /** The number of times that the link was taken. */
  readonly value: number;
  /** The mean time between the two steps, in seconds. */
  readonly meanSeconds: number;
}

export interface PathsShape {
  readonly nodes: readonly PathNode[];
  /** The links, the most frequent first. */
  readonly links: readonly PathLink[];
}

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly average_conversion_time: number;
}

/** Converts the response to a `PathsQuery` into a graph. */
export function shapePaths({ results }: ResponseFields): PathsShape {
  const edges = Array.isArray(results) ? (results as readonly Edge[]) : [];
  const keys = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const items = keys.map((key) => ({ key, ...itemOf(key) }));
  const origin = commonOrigin(items.map(({ label }) => label));
  const nodes = items
    .map(({ key, depth, label }) => ({ key, depth, label: withoutOrigin(label, origin) }))
    .sort((one, other) => one.depth - other.depth);
  const names = new Map(nodes.map(({ key, label }) => [key, label]));
  return {
    nodes,
    links: edges.map(({ source, target, value, average_conversion_time }) => ({
      source,
      target,
      from: names.get(source) ?? source,
      to: names.get(target) ?? target,
      step: itemOf(target).depth + 1,
      value,
      meanSeconds: average_conversion_time / 1_000,
    })),
  };
}

function itemOf(key: string): { readonly depth: number; readonly label: string } {
  const [, position = '1', label = key] = /^(\d+)_([\s\S]*)$/.exec(key) ?? [];
  return { depth: Number(position) - 1, label };
}

/** The scheme and host that all URLs share; null if they differ or if there is no URL. */
function commonOrigin(labels: readonly string[]): string | null {
  const origins = new Set(labels.flatMap((label) => /^https?:\/\/[^/?#]+/.exec(label)?.[0] ?? []));
  const [only = null] = origins;
  return origins.size === 1 ? only : null;
}

function withoutOrigin(label: string, origin: string | null): string {
  if (origin === null || !label.startsWith(origin)) return label;
  return label.slice(origin.length) || '/';
}

/** The people who took a link (`docs/wire/insights-others.md#paths-actors`). */
export function peopleBehindLink(query: PathsQuery, link: PathLink): PeopleBehind {
  const keys = { pathStartKey: link.source, pathEndKey: link.target };
  const source = { ...query, pathsFilter: { ...query.pathsFilter, ...keys } };
  return {
    title: `${link.from} → ${link.to}`,
    source: { kind: 'InsightActorsQuery', source },
    clicked: link.value,
    comparable: 'events',
  };
}
