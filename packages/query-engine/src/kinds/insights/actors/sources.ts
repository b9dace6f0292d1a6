import { HogQLError } from '@tidemark/hogql';
import { funnelsQuery } from '../funnels-query';
import type { InsightSource } from '../insight-kind';
import { lifecycleQuery } from '../lifecycle-query';
import { pathsQuery } from '../paths-query';
import { retentionQuery } from '../retention-query';
import { stickinessQuery } from '../stickiness-query';
import { trendsQuery } from '../trends-query';

/** The insights whose numbers have actors. */
const SOURCES: ReadonlyMap<string, InsightSource | null> = new Map(
  [trendsQuery, lifecycleQuery, stickinessQuery, retentionQuery, funnelsQuery, pathsQuery].map(
    ({ kind, source }) => [kind, source],
  ),
);

/** @throws HogQLError for a kind without actors */
export function findInsightSource(kind: string): InsightSource {
  const source = SOURCES.get(kind) ?? null;
  if (source !== null) return source;
  throw new HogQLError(
    'hogql_not_implemented',
    `A ${kind.slice(0, 100)} does not support queries for its actors`,
  );
}
