import type { ProjectBody } from '@tidemark/contracts';
import type { Project } from '@tidemark/postgres';
import { wireTime } from '../wire-time';
import { PROJECT_FIELDS } from '@tidemark/postgres';
import { wireFields } from '../wire-fields';

export function projectBody(project: Project, ingestedEvent: boolean): ProjectBody {
  const { previousToken } = project;
  const previous = previousToken && previousToken.expiresAt > new Date() ? previousToken : null;
  return {
    id: project.id,
    uuid: project.uuid,
    organization: project.organizationId,
    project_id: project.id,
    api_token: project.apiToken,
    previous_api_token: previous?.value ?? null,
    previous_api_token_expires_at: previous && wireTime(previous.expiresAt),
    secret_api_token: project.secretKeyMask,
    secret_api_token_backup: project.secretKeyBackupMask,
    ...wireFields(PROJECT_FIELDS.toWire(project)),
    completed_snippet_onboarding: ingestedEvent,
    has_completed_onboarding_for: {},
    ingested_event: ingestedEvent,
    is_demo: false,
    access_control: false,
    ...project.sdk,
    created_at: wireTime(project.createdAt),
    updated_at: wireTime(project.updatedAt),
  };
}
