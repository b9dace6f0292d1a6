import * as contracts from '@tidemark/contracts';
import { insightTypes, queryKinds } from '@tidemark/contracts';
import { z } from 'zod';
import { findInsightSource } from './insights/actors/sources';
import type { InsightSource } from './insights/insight-kind';
import { trendsQuery } from './insights/trends-query';
import type { QueryKindDefinition } from './kind';
import { findQueryKind, isWrapper, kindOfInsightType, supportedKinds } from './registry';

type OptionalOf<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];

const registered = supportedKinds().filter((kind) => !isWrapper(kind));

/** The kinds that a contract describes; empty for other contracts. */
function kindsOf(contract: unknown): readonly string[] {
  const kind = contract instanceof z.ZodObject ? (contract.shape['kind'] as unknown) : undefined;
  const values = kind instanceof z.ZodLiteral ? [...kind.values].map(String) : [];
  return values.filter((value) => queryKinds.some((known) => known === value));
}

it('does not compile a definition that lacks a property', () => {
  const hasOptional: [OptionalOf<QueryKindDefinition<object>>] extends [never] ? false : true =
    false;
  const { staleness: _, ...rest } = trendsQuery;
  // @ts-expect-error: `staleness` is missing
  const incomplete: QueryKindDefinition<contracts.TrendsQuery> = rest;
  expect(hasOptional).toBe(false);
  expect(incomplete.staleness).toBeUndefined();
});

it('has one runner for each query that has a contract, and no other', () => {
  const nodes = /Node$/;
  const queries = Object.values(contracts)
    .flatMap(kindsOf)
    .filter((kind) => !nodes.test(kind));
  expect([...registered].sort()).toEqual([...queries].sort());
});

it('lists insights of one kind under each type', () => {
  const listed = insightTypes.map((type) => [type, kindOfInsightType(type)]);
  expect(Object.fromEntries(listed)).toEqual({
    TRENDS: 'TrendsQuery',
    FUNNELS: 'FunnelsQuery',
    RETENTION: 'RetentionQuery',
    PATHS: 'PathsQuery',
    STICKINESS: 'StickinessQuery',
    LIFECYCLE: 'LifecycleQuery',
    SQL: 'HogQLQuery',
  });
});

it('finds the actors of each insight that has some', () => {
  const sources = registered.flatMap((name) => {
    const kind = findQueryKind(name) as { readonly source?: InsightSource | null };
    return kind.source ? [[name, kind.source] as const] : [];
  });
  expect(sources.length).toBeGreaterThan(0);
  for (const [name, source] of sources) expect(findInsightSource(name)).toBe(source);
});
