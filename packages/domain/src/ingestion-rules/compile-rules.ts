import { ingestionRuleCreateSchema } from '@tidemark/contracts';
import type { IngestionRuleDefinition, LoggedEventV1, RuleKind } from '@tidemark/contracts';
import { eventWarning } from '../warnings/event-warning';
import type { EventWarning } from '../warnings/event-warning';
import type { Matches } from './condition';
import { compileConditions } from './condition';
import { hashing, redaction } from './replacement';
import { schemaCheck } from './schema-check';
import type { Redactor } from './sensitive';
import { createRedactor } from './sensitive';
import { renaming, sampling, setting } from './steps';

/** An enabled rule of a project as it is stored; its conditions and config are parsed when it is compiled. */
export interface IngestionRule {
  readonly id: string;
  readonly name: string;
  readonly kind: RuleKind;
  readonly conditions: readonly unknown[];
  readonly config: unknown;
}

/** The effect of one rule on one event. */
export interface RuleReport {
  readonly ruleId: string;
  readonly kind: RuleKind;
  readonly result: 'none' | 'changed' | 'dropped' | 'warned' | 'failed';
  readonly before: LoggedEventV1;
  /** Null: the event was dropped. */
  readonly after: LoggedEventV1 | null;
}

interface RuleOutcome {
  /** The event as it may be stored or named in warnings; set even if the event was dropped. */
  readonly entry: LoggedEventV1;
  readonly dropped: boolean;
  readonly warnings: readonly EventWarning[];
}

/** The rules of one project. */
export interface CompiledRules {
  readonly size: number;
  /** Applies the rules in their order. Never throws. @param report called for each rule that matches */
  apply(entry: LoggedEventV1, report?: (report: RuleReport) => void): RuleOutcome;
  /** Applies all rules that redact or hash to data that is not part of an event; null if one of them fails. */
  redact<T>(document: T): T | null;
}

type StepResult =
  | { readonly kind: 'entry'; readonly entry: LoggedEventV1; readonly warning?: EventWarning }
  | { readonly kind: 'drop'; readonly warning?: EventWarning };

interface Step {
  readonly rule: IngestionRule;
  readonly matches: Matches;
  readonly run: (entry: LoggedEventV1) => StepResult;
  readonly redactor: Redactor | null;
}

/**
 * Compiles the rules of one project. @param key the key of the project: equal values get equal hashes in one project,
 * and different hashes in different projects
 */
export function compileRules(rules: readonly IngestionRule[], key: string): CompiledRules {
  const steps = rules.map((rule) => compileOrFail(rule, key));
  const redactors = steps.flatMap(({ redactor }) => (redactor === null ? [] : [redactor]));
  return {
    size: steps.length,
    apply: (entry, report) => applySteps(steps, entry, report),
    redact: (document) => {
      try {
        return redactors.reduce((current, redactor) => redactor.document(current), document);
      } catch {
        // Null: the caller must not store the texts of the document.
        return null;
      }
    },
  };
}

/** Whether a rule of this type hashes values, and so needs the key of its project. */
export function needsKey({ kind }: Pick<IngestionRule, 'kind'>): boolean {
  return kind === 'hash' || kind === 'redact';
}

function applySteps(
  steps: readonly Step[],
  given: LoggedEventV1,
  report: ((report: RuleReport) => void) | undefined,
): RuleOutcome {
  let entry = given;
  let dropped = false;
  const warnings: EventWarning[] = [];
  for (const step of steps) {
    // The warnings contain the dropped event, so only rules that redact it are still applied.
    if (dropped && (step.redactor === null || warnings.length === 0)) continue;
    const before = entry;
    const { rule } = step;
    const tell = (result: RuleReport['result'], after: LoggedEventV1 | null): void => {
      if (!dropped) report?.({ ruleId: rule.id, kind: rule.kind, result, before, after });
    };
    try {
      if (!step.matches(entry)) continue;
      const result = step.run(entry);
      if (result.warning !== undefined) warnings.push(result.warning);
      if (result.kind === 'drop') {
        tell('dropped', null);
        dropped = true;
        continue;
      }
      entry = result.entry;
      if (result.warning !== undefined) tell('warned', entry);
      else tell(entry === before ? 'none' : 'changed', entry);
    } catch {
      // The error may contain data of the event, so it is not logged. The event is dropped if the rule should have
      // redacted it.
      const isDropped = needsKey(rule);
      warnings.push(failure(rule, isDropped));
      tell('failed', isDropped ? null : entry);
      if (isDropped) entry = nameless(entry);
      dropped ||= isDropped;
    }
  }
  return { entry, dropped, warnings };
}

/** Replaces the event in the warning about a failed redaction. */
function nameless(entry: LoggedEventV1): LoggedEventV1 {
  return { ...entry, event: '[redacted]', distinct_id: '[redacted]', properties: {}, ip: null };
}

function failure(rule: IngestionRule, isDropped: boolean): EventWarning {
  return eventWarning('ingestion_rule_failed', { ...nameOf(rule), eventDropped: isDropped });
}

function nameOf({ id, name, kind }: IngestionRule): Record<string, unknown> {
  return { ruleId: id, ruleName: name, ruleKind: kind };
}

function compileOrFail(rule: IngestionRule, key: string): Step {
  try {
    return compileStep(rule, key);
  } catch (error) {
    const run = (): never => {
      throw error;
    };
    return { rule, matches: () => true, run, redactor: null };
  }
}

/** Compiles one rule. @throws for a rule that this version cannot read */
function compileStep(stored: IngestionRule, key: string): Step {
  const { name, kind, conditions, config } = stored;
  const definition = ingestionRuleCreateSchema.parse({ name, kind, conditions, config });
  const rule = { ...definition, id: stored.id };
  const matches = compileConditions(rule.conditions);
  const step = (run: Step['run'], redactor: Redactor | null = null): Step => ({
    ...{ rule, matches, run, redactor },
  });
  switch (rule.kind) {
    case 'drop':
      return step(() => ({ kind: 'drop' }));
    case 'sample': {
      const keeps = sampling(rule.id, rule.config);
      return step((entry) => (keeps(entry) ? { kind: 'entry', entry } : { kind: 'drop' }));
    }
    case 'redact':
    case 'hash': {
      const replacement = rule.kind === 'hash' ? hashing(key) : redaction(key);
      const redactor = createRedactor(rule.config, replacement);
      return step((entry) => ({ kind: 'entry', entry: redactor.entry(entry) }), redactor);
    }
    case 'rename': {
      const rename = renaming(rule.config);
      return step((entry) => {
        const renamed = rename(entry);
        if (renamed !== null) return { kind: 'entry', entry: renamed };
        const warning = eventWarning('ingestion_rule_name_taken', {
          ...{ ...nameOf(rule), property: rule.config.to },
        });
        return { kind: 'entry', entry, warning };
      });
    }
    case 'set': {
      const set = setting(rule.config);
      return step((entry) => ({ kind: 'entry', entry: set(entry) }));
    }
    case 'schema':
      return step(schemaStep(rule));
  }
}

/** The maximum number of violations that a warning lists. */
const MAX_LISTED = 20;

function schemaStep(
  rule: Extract<IngestionRuleDefinition, { readonly kind: 'schema' }> & { readonly id: string },
): Step['run'] {
  const check = schemaCheck(rule.config);
  const drops = rule.config.on_violation === 'drop';
  return (entry) => {
    const violations = check(entry);
    if (violations.length === 0) return { kind: 'entry', entry };
    const warning = eventWarning(drops ? 'event_schema_dropped' : 'event_schema_violation', {
      ...nameOf(rule),
      violations: violations.slice(0, MAX_LISTED),
    });
    return drops ? { kind: 'drop', warning } : { kind: 'entry', entry, warning };
  };
}
