import type { LoggedEventV1 } from '@tidemark/contracts';
import { ingestionRuleCreateSchema } from '@tidemark/contracts';
import type { IngestionRule } from '../compile-rules';

/** An entry of the ingest log. */
export function entryOf(given: Partial<LoggedEventV1> = {}): LoggedEventV1 {
  return {
    v: 1,
    team_id: 1,
    uuid: '0190f7a8-3b7c-7def-8123-456789abcdef',
    event: 'e',
    distinct_id: 'd',
    timestamp: '2026-01-02T03:04:05.678Z',
    captured_at: '2026-01-02T03:04:06.000Z',
    ip: null,
    properties: {},
    historical_migration: false,
    ...given,
  };
}

/** A rule as the API accepts it. */
export function ruleOf(kind: string, config: object, conditions: object[] = []): IngestionRule {
  const body = { name: `${kind} it`, kind, config, conditions };
  return { id: `rule-${kind}`, ...ingestionRuleCreateSchema.parse(body) };
}
