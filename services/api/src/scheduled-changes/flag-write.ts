import type { FeatureFlagWrite } from '@tidemark/contracts';
import { flagFiltersSchema, flagOperationSchema } from '@tidemark/contracts';
import { toValidationError, validationError } from '@tidemark/platform';
import type { FeatureFlag, ScheduledChange } from '@tidemark/postgres';

/**
 * The PATCH of a flag that a scheduled change stands for. It is rejected if the flag is changed before it is written.
 *
 * @param flag as it is now, its payloads in the clear
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
