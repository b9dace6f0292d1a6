import type { DryRunBody, IngestionRuleDefinition, LoggedEventV1 } from '@tidemark/contracts';
import type { RuleReport } from '@tidemark/domain';
import { compileRules } from '@tidemark/domain';

/** Examples shown of each rule. */
const MAX_EXAMPLES = 3;

type RuleCounts = DryRunBody['rules'][number];

/** The effect that rules would have on events. Nothing is stored and nothing is changed. */
export function dryRun(
  rules: readonly IngestionRuleDefinition[],
  events: readonly LoggedEventV1[],
  key: string,
): DryRunBody {
  const counts = rules.map(({ name, kind }): RuleCounts => ({
    ...{ name, kind, matched: 0, changed: 0, dropped: 0, warned: 0, failed: 0 },
    examples: [],
  }));
  const compiled = compileRules(
    rules.map((rule, index) => ({ ...rule, id: String(index) })),
    key,
  );
  let dropped = 0;
  for (const event of events) {
    const outcome = compiled.apply(event, (report) => {
      const count = counts[Number(report.ruleId)];
      if (count !== undefined) note(count, report);
    });
    if (outcome.dropped) dropped += 1;
  }
  return { events: events.length, stored: events.length - dropped, dropped, rules: counts };
}

function note(count: RuleCounts, { result, before, after }: RuleReport): void {
  count.matched += 1;
  if (result === 'none') return;
  count[result] += 1;
  if (count.examples.length < MAX_EXAMPLES) {
    count.examples.push({ uuid: before.uuid, before: shown(before), after: after && shown(after) });
  }
}

function shown({ event, distinct_id, properties }: LoggedEventV1) {
  return { event, distinct_id, properties: { ...properties } };
}
