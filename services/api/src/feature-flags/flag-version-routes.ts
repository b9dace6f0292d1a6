import type { FlagVersionBody } from '@tidemark/contracts';
import { flagVersionSchema, idParameter } from '@tidemark/contracts';
import { ApiError, notFound, validationError } from '@tidemark/platform';
import type { ActivityReader, FeatureFlag, FeatureFlagRepository } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import { wireTime, wireTimeOrNull } from '../wire-time';
import type { FlagAtVersion } from './flag-at-version';
import { flagAtVersion } from './flag-at-version';

/** Earlier versions of flags, made from the activity log (`docs/wire/flags-management.md#flag-versions`). */
export function createFlagVersionRoutes({
  flags,
  activities,
}: {
  readonly flags: Pick<FeatureFlagRepository, 'findById'>;
  readonly activities: Pick<ActivityReader, 'list'>;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'feature_flags_versions_retrieve',
      summary: 'Read a flag as it was in a version',
      method: 'GET',
      path: '/feature_flags/:id/versions/:version_number/',
      access: { scope: 'feature_flag:read' },
      params: z.object({ id: idParameter(), version_number: idParameter() }),
      response: flagVersionSchema,
      rejections: [422],
      async handle({ caller: { project }, params: { id, version_number: version } }) {
        const flag = found(await flags.findById(project.id, id));
        if (version < 1 || version > flag.version) {
          throw notFound(
            `The flag has no version ${version}: its versions are 1 to ${flag.version}.`,
          );
        }
        const { rows } = await activities.list(
          { projectId: project.id },
          { scopes: ['FeatureFlag'], itemIds: [String(id)], page: { limit: null, offset: 0 } },
        );
        const past = flagAtVersion(flag, version, rows);
        if (past === null) {
          const detail = `The history of the flag is incomplete: version ${version} cannot be made from it.`;
          throw new ApiError(422, 'invalid_request', 'incomplete_history', detail);
        }
        // The log has no encrypted payloads, so filters of such a version are not those that were in use.
        if (flag.hasEncryptedPayloads || past.fields['has_encrypted_payloads'] === true) {
          throw validationError(
            'invalid_input',
            'Versions with encrypted payloads cannot be read.',
            'has_encrypted_payloads',
          );
        }
        return versionBody(flag, past);
      },
    }),
  ];
}

/** The logged fields have the names and the types of the wire format. */
function versionBody(flag: FeatureFlag, { fields, madeBy }: FlagAtVersion): FlagVersionBody {
  const { analytics_dashboards: _unversioned, ...logged } = fields;
  return {
    ...(logged as Pick<FlagVersionBody, 'key' | 'name' | 'filters' | 'active' | 'deleted'> &
      Pick<FlagVersionBody, 'archived' | 'version' | 'rollback_conditions' | 'tags'> &
      Pick<FlagVersionBody, 'performed_rollback' | 'ensure_experience_continuity'> &
      Pick<FlagVersionBody, 'is_remote_configuration' | 'has_encrypted_payloads'> &
      Pick<FlagVersionBody, 'evaluation_runtime' | 'bucketing_identifier' | 'evaluation_contexts'>),
    id: flag.id,
    has_enriched_analytics: flag.hasEnrichedAnalytics,
    last_called_at: wireTimeOrNull(flag.lastCalledAt),
    created_at: wireTime(flag.createdAt),
    created_by: flag.createdById,
    modified_by: madeBy === null ? flag.createdById : madeBy.userId,
    is_historical: fields['version'] !== flag.version,
    version_timestamp: wireTime(madeBy?.createdAt ?? flag.createdAt),
  };
}
