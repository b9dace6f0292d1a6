import type { Identity } from '@tidemark/access';
import { requireProject } from '@tidemark/access';
import type { CopyFlags, FlagCopyPlan } from '@tidemark/contracts';
import { copyFlagsSchema, flagsCopiedSchema, organizationFlagsSchema } from '@tidemark/contracts';
import { ApiError } from '@tidemark/platform';
import type { FeatureFlag, Project, ProjectRepository } from '@tidemark/postgres';
import { ApprovalRequiredError } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProposeChange } from '../approval-required';
import { changeRequestOf } from '../approval-required';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { ownOrganization } from '../organizations/own-organization';
import { peopleOf } from '../resource';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';
import { cohortNamesOf } from '../feature-flags/cohort-names';
import { flagBody } from '../feature-flags/flag-body';
import type { CopyDeps } from './copy-flag';
import { checkVersion, copyFlag, planFor } from './copy-flag';
import { readContents } from './project-names';

const PATH = '/api/organizations/:organization_id/feature_flags/';
const params = z.object({ organization_id: z.string() });
const keyParams = params.extend({ feature_flag_key: z.string() });

export interface OrganizationFlagDeps extends CopyDeps {
  readonly projects: ProjectRepository;
  readonly proposeChange: ProposeChange;
  readonly now: () => Date;
}

/** Flags in all projects of an organization (`docs/wire/flags-management.md#environments`). */
export function createOrganizationFlagRoutes(deps: OrganizationFlagDeps): readonly AccountRoute[] {
  return [
    accountRoute({
      name: 'organizations_feature_flags_copy_flags_create',
      summary: 'Copy a flag to other projects',
      method: 'POST',
      path: `${PATH}copy_flags/`,
      access: { scope: 'feature_flag:write' },
      rejections: [403, 409],
      params,
      body: copyFlagsSchema,
      response: z.union([flagsCopiedSchema, z.object({ error: z.string() })]),
      statuses: [200, 400],
      status: (result) => ('error' in result ? 400 : 200),
      async handle({ caller, params: { organization_id: id }, body }) {
        ownOrganization(caller, id);
        const projects = await projectsOf(deps, caller);
        const from = projects.get(body.from_project);
        if (from === undefined) return { error: 'Feature flag to copy does not exist.' };
        requireProject(caller, from);
        const source = await readContents(deps, from.id);
        const flag = source.flags.find(({ key }) => key === body.feature_flag_key);
        if (flag === undefined) return { error: 'Feature flag to copy does not exist.' };
        checkVersion({ project_id: from.id, version: flag.version }, body);
        return copyToAll(deps, caller, { flag, source, projects, request: body });
      },
    }),
    accountRoute({
      name: 'organizations_feature_flags_retrieve',
      summary: 'Read the flags with one key in all projects of an organization',
      method: 'GET',
      path: `${PATH}:feature_flag_key/`,
      access: { scope: 'feature_flag:read' },
      params: keyParams,
      response: organizationFlagsSchema,
      async handle({ caller, params: { organization_id: id, feature_flag_key: key } }) {
        ownOrganization(caller, id);
        const projects = [...(await projectsOf(deps, caller)).keys()];
        const found: FeatureFlag[] = [];
        for (const projectId of projects) {
          const flag = (await deps.flags.listLive(projectId)).find((one) => one.key === key);
          if (flag !== undefined) found.push(flag);
        }
        const people = await peopleOf(deps.users, found, (flag) => [flag.createdById]);
        return found.map((flag) => {
          const creator = people.get(flag.createdById ?? 0);
          return {
            flag_id: flag.id,
            team_id: flag.projectId,
            created_by: creator === undefined ? null : userBasicBody(creator),
            filters: { ...deps.secrets.show(flag).filters },
            created_at: wireTime(flag.createdAt),
            active: flag.active,
          };
        });
      },
    }),
  ];
}

interface CopyToAll {
  readonly flag: FeatureFlag;
  readonly source: Awaited<ReturnType<typeof readContents>>;
  readonly projects: ReadonlyMap<number, Project>;
  readonly request: CopyFlags;
}

/** One target after the other; what fails for one does not stop the others. */
async function copyToAll(
  deps: OrganizationFlagDeps,
  caller: Identity,
  { flag, source, projects, request }: CopyToAll,
): Promise<z.input<typeof flagsCopiedSchema>> {
  const { user } = caller;
  const success: Record<string, unknown>[] = [];
  const failed: z.input<typeof flagsCopiedSchema>['failed'] = [];
  const plans: FlagCopyPlan[] = [];
  for (const projectId of new Set(request.target_project_ids)) {
    const target = projects.get(projectId);
    if (target === undefined) {
      failed.push(failureOf(projectId, 'Target project does not exist.'));
      continue;
    }
    try {
      requireProject(caller, target);
      const copy = { source, target, user, request };
      const plan = await planFor(deps, flag, copy);
      plans.push(plan);
      checkVersion(plan, request);
      if (!request.dry_run) success.push(await shownCopy(deps, await copyFlag(deps, flag, copy)));
    } catch (error) {
      const rejection =
        error instanceof ApprovalRequiredError ? await deps.proposeChange(error.change) : error;
      if (!(rejection instanceof ApiError) || rejection.status >= 500) throw rejection;
      const proposal = changeRequestOf(rejection);
      failed.push({
        ...failureOf(projectId, rejection.detail),
        ...(proposal !== null && { change_request_id: proposal }),
      });
    }
  }
  return { success, failed, source_version: flag.version, plans };
}

function failureOf(projectId: number, detail: string) {
  return { project_id: projectId, errors: detail, error_message: detail };
}

async function shownCopy(
  deps: OrganizationFlagDeps,
  flag: FeatureFlag,
): Promise<Record<string, unknown>> {
  const names = {
    users: await peopleOf(deps.users, [flag], (one) => [one.createdById, one.lastModifiedById]),
    cohorts: await cohortNamesOf(deps.cohorts, [flag]),
    surveys: [],
    features: [],
  };
  return { ...flagBody(deps.secrets.show(flag), names, deps.now()) };
}

/** The projects of the caller's organization that the caller's key is for. */
async function projectsOf(
  { projects }: Pick<OrganizationFlagDeps, 'projects'>,
  { user }: Identity,
): Promise<ReadonlyMap<number, Project>> {
  const { rows } = await projects.list(user.organizationId, { limit: null, offset: 0 });
  return new Map(rows.map((project) => [project.id, project]));
}
