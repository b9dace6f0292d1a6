import {
  experimentActorsQuerySchema,
  funnelCorrelationActorsQuerySchema,
  funnelsActorsQuerySchema,
  hogQLQuerySchema,
  insightActorsQuerySchema,
  stickinessActorsQuerySchema,
} from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { HogQLError } from '@tidemark/hogql';
import type { InsightActors } from '@tidemark/insights';
import type { z } from 'zod';
import { statementOf } from '../../plan/sql-statement';
import { checkedSource } from '../checked-source';
import { overrideSql } from '../hogql-query/hogql-query';
import { actorsBehind, overrideSource } from '../insights/actors/actors-source';
import {
  correlationActorsBehind,
  overrideCorrelationActors,
  wantsCorrelatedRecordings,
} from '../insights/actors/correlation-actors-source';
import { experimentActorsBehind } from '../insights/actors/experiment-actors-source';
import { funnelActorsBehind, overrideFunnel } from '../insights/actors/funnel-actors-source';
import type { KindContext } from '../kind';
import type { QueryOverrides } from '../overrides';

/** Rows with actor ids, to which an `ActorsQuery` joins persons or groups. */
export interface ActorSource {
  readonly statement: Statement;
  /** The column of actor ids. */
  readonly idColumn: string;
  readonly columns: readonly string[];
  readonly actors: 'persons' | 'groups';
  /** The index of the group type; null if the source does not contain it. */
  readonly groupTypeIndex: number | null;
  /** Whether actors without a stored row are shown by their id, because an insight has counted them. */
  readonly keepsUnknown: boolean;
  /** Events for which recordings are requested (`InsightActors.events`); null if they are not requested or unknown. */
  readonly recorded: Statement | null;
}

/** A query kind whose actors can be listed. */
export interface ActorSourceDefinition {
  /** @throws HogQLError for a source without actors */
  source(body: object, context: KindContext): ActorSource | Promise<ActorSource>;
  override(body: object, overrides: QueryOverrides): object;
}

/** Kinds of sources. */
const SOURCES: Readonly<Record<string, ActorSourceDefinition>> = {
  HogQLQuery: {
    source: async (body, context) =>
      sqlSource(await statementOf(checkedSource(hogQLQuerySchema, body), context)),
    override: (body, overrides) => overrideSql(checkedSource(hogQLQuerySchema, body), overrides),
  },
  InsightActorsQuery: insightSource(insightActorsQuerySchema, { actorsBehind, overrideSource }),
  StickinessActorsQuery: insightSource(stickinessActorsQuerySchema, {
    actorsBehind,
    overrideSource,
  }),
  FunnelsActorsQuery: insightSource(funnelsActorsQuerySchema, {
    actorsBehind: funnelActorsBehind,
    overrideSource: overrideFunnel,
  }),
  FunnelCorrelationActorsQuery: insightSource(funnelCorrelationActorsQuerySchema, {
    actorsBehind: correlationActorsBehind,
    overrideSource: overrideCorrelationActors,
    wantsRecordings: wantsCorrelatedRecordings,
  }),
  ExperimentActorsQuery: insightSource(experimentActorsQuerySchema, {
    actorsBehind: experimentActorsBehind,
    overrideSource: (body) => body,
  }),
};

interface WithRecordings {
  readonly includeRecordings?: boolean | null | undefined;
}

/** A query for the actors behind a number of an insight. */
interface InsightSource<Body extends WithRecordings> {
  actorsBehind(body: Body, context: KindContext): Promise<InsightActors>;
  /** For kinds that have more than one field for it. */
  wantsRecordings?(body: Body): boolean;
  overrideSource(body: Body, overrides: QueryOverrides): object;
}

function insightSource<Body extends WithRecordings>(
  schema: z.ZodType<Body>,
  insight: InsightSource<Body>,
): ActorSourceDefinition {
  return {
    async source(body, context) {
      const asked = checkedSource(schema, body);
      const actors = await insight.actorsBehind(asked, context);
      const wanted = insight.wantsRecordings?.(asked) ?? asked.includeRecordings === true;
      return {
        ...actors,
        recorded: wanted ? (actors.events ?? null) : null,
        idColumn: 'actor_id',
        actors: actors.groupTypeIndex === null ? 'persons' : 'groups',
        keepsUnknown: true,
      };
    },
    override: (body, overrides) => insight.overrideSource(checkedSource(schema, body), overrides),
  };
}

/** @throws HogQLError for a kind that cannot be a source */
export function findActorSource(kind: string): ActorSourceDefinition {
  const definition = Object.hasOwn(SOURCES, kind) ? SOURCES[kind] : undefined;
  if (definition !== undefined) return definition;
  throw new HogQLError(
    'hogql_not_implemented',
    `A ${kind.slice(0, 100)} cannot be the source of an ActorsQuery yet`,
  );
}

const ID_COLUMNS = ['group_key', 'actor_id', 'person_id'];

/** The actor ids of an SQL source are in a column of a known name, else in the first one whose name contains "id". */
function sqlSource(statement: Statement): ActorSource {
  const columns = columnsOf(statement);
  const idColumn =
    ID_COLUMNS.find((name) => columns.includes(name)) ??
    columns.find((name) => name.toLowerCase().includes('id'));
  if (idColumn === undefined) {
    throw new HogQLError('hogql_query_error', 'Source query must have an id column', statement);
  }
  return {
    statement,
    idColumn,
    columns,
    actors: idColumn === 'group_key' ? 'groups' : 'persons',
    groupTypeIndex: null,
    keepsUnknown: false,
    recorded: null,
  };
}

function columnsOf(statement: Statement): readonly string[] {
  if (statement.type === 'SelectSetQuery') return columnsOf(statement.initialSelectQuery);
  return statement.select.flatMap(nameOf);
}

function nameOf(expr: Expr): readonly string[] {
  if (expr.type === 'Alias') return [expr.alias];
  return expr.type === 'Field' ? [String(expr.chain.at(-1))] : [];
}
