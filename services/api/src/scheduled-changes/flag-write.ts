import type { FeatureFlagWrite } from '@tidemark/contracts';
import { flagFiltersSchema, flagOperationSchema } from '@tidemark/contracts';
import { toValidationError, validationError } from '@tidemark/platform';
import type { FeatureFlag, ScheduledChange } from '@tidemark/postgres';

/**
 * Converts a scheduled change to the PATCH of its flag. The write is rejected if the flag changes before it.
 * @param flag the current flag, with its payloads decrypted
 * @throws ApiError 400
 */
export function flagWrite(
  { payload }: Pick<ScheduledChange, 'payload'>,
  flag: FeatureFlag,
): FeatureFlagWrite {
  const parsed = flagOperationSchema.safeParse(payload);
  if (parsed.data === undefined) throw validationError('invalid_input', 'Invalid payload');
  const { filters } = flag;
  switch (parsed.data.operation) {
    case 'update_status':
      return { active: parsed.data.value };
    case 'add_release_condition': {
      const groups = (filters['groups'] ?? []) as readonly unknown[];
      return replacing(flag, { ...filters, groups: [...groups, ...parsed.data.value.groups] });
    }
    case 'update_variants': {
      const { variants, payloads } = parsed.data.value;
      return replacing(flag, {
        ...filters,
        multivariate: { ...(filters['multivariate'] as object | null | undefined), variants },
        payloads: payloads ?? {},
      });
    }
  }
}

function replacing({ filters, version }: FeatureFlag, wanted: object): FeatureFlagWrite {
  const checked = flagFiltersSchema.safeParse(wanted, { reportInput: true });
  if (checked.error !== undefined) throw toValidationError(checked.error);
  return { filters: checked.data, version, original_flag: { filters } };
}
