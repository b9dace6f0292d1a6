import type { IngestionRuleBody, IngestionRuleDefinition } from '@tidemark/contracts';
import { ingestionRuleCreateSchema } from '@tidemark/contracts';
import { addressRange, needsKey } from '@tidemark/domain';
import { notFound, toValidationError, validationError } from '@tidemark/platform';
import type { StoredRule } from '@tidemark/postgres';
import { INGESTION_RULE_FIELDS } from '@tidemark/postgres';
import { problemOfRegex } from '../regex-problem';
import { wireFields } from '../wire-fields';
import { wireTime } from '../wire-time';

/** A rule as the API shows it. */
export function shownRule(rule: StoredRule | null): IngestionRuleBody {
  if (rule === null) throw notFound();
  const { conditions, ...fields } = wireFields(INGESTION_RULE_FIELDS.toWire(rule));
  return {
    id: rule.id,
    ...fields,
    conditions: [...conditions],
    version: rule.version,
    created_by: rule.createdById,
    created_at: wireTime(rule.createdAt),
    updated_at: wireTime(rule.updatedAt),
  };
}

/**
 * A complete rule after a change.
 * @throws ApiError 400 if it is no longer a valid rule
 */
export function readRule(fields: object): IngestionRuleDefinition {
  const parsed = ingestionRuleCreateSchema.safeParse(fields, { reportInput: true });
  if (!parsed.success) throw toValidationError(parsed.error);
  return parsed.data;
}

/** Checks the rules that the schema does not express. @throws ApiError 400 */
export function checkRule(rule: IngestionRuleDefinition, hasKey: boolean): void {
  if (needsKey(rule) && !hasKey) {
    throw validationError(
      'invalid_input',
      'Rules that redact or hash are not supported: INGESTION_RULES_KEY is not set.',
      'kind',
    );
  }
  rule.conditions.forEach(({ operator, value = '' }, index) => {
    const values = (Array.isArray(value) ? value : [value]).map(String);
    const field = `conditions__${index}__value`;
    for (const text of values) {
      const problem = operator.endsWith('regex') ? problemOfRegex(text) : null;
      if (problem !== null) throw validationError('invalid_input', problem, field);
      if (operator === 'in_range' && addressRange(text) === null) {
        const message = 'Not an address or a range of addresses, as in 10.0.0.0/8.';
        throw validationError('invalid_input', message, field);
      }
      if ((operator === 'gt' || operator === 'lt') && !Number.isFinite(Number(text))) {
        throw validationError('invalid_input', 'A valid number is required.', field);
      }
    }
  });
}
