import { requireProject } from '@tidemark/access';
import type { SampleDataBody } from '@tidemark/contracts';
import { sampleDataCreateSchema, sampleDataSchema } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type { Database, Project } from '@tidemark/postgres';
import { createSampleProject, findSampleProject } from '@tidemark/postgres';
import type { SampleQueue } from '@tidemark/queues';
import type { Redis, SampleProgressStore } from '@tidemark/redis';
import { createSampleProgressStore } from '@tidemark/redis';
import { inOrganization } from '../activity-log/author';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import type { AnnounceChange } from '../definitions';

export interface SampleRouteDeps {
  readonly database: Database;
  readonly redis: Redis;
  readonly sampleQueue: Pick<SampleQueue, 'add'>;
  readonly announceChange: AnnounceChange;
  readonly now: () => Date;
}

const PATH = '/api/sample_data/';
const WRITE = { scope: 'project:write' } as const;
const DEFAULT_EVENTS = 200_000;

/** Routes that create, read and delete the sample project of the caller's organization. Query-workers do the work. */
export function createSampleDataRoutes(deps: SampleRouteDeps): readonly AccountRoute[] {
  const { database, redis, sampleQueue, announceChange, now } = deps;
  const progress = createSampleProgressStore(redis);
  return [
    accountRoute({
      name: 'sample_data_retrieve',
      summary: 'Read the progress of the sample project',
      method: 'GET',
      path: PATH,
      access: { scope: 'project:read' },
      response: sampleDataSchema,
      handle: ({ caller }) => shown(deps, progress, caller.user.organizationId),
    }),
    accountRoute({
      name: 'sample_data_create',
      summary: 'Create a project with the events of a sample shop',
      method: 'POST',
      path: PATH,
      access: WRITE,
      status: 201,
      body: sampleDataCreateSchema,
      response: sampleDataSchema,
      async handle({ caller, body }) {
        const { organizationId: organization, id: userId } = caller.user;
        if ((await findSampleProject(database, organization)) !== null) {
          throw validationError('unique', 'There is a sample project already.');
        }
        const project = await createSampleProject(database, inOrganization(caller), userId);
        await announceChange(project.id, 'project');
        const total = body.events ?? DEFAULT_EVENTS;
        const begun = { state: 'filling', project_id: project.id, sent: 0, total } as const;
        await progress.write(organization, { ...begun, error: null });
        await sampleQueue.add({
          ...jobOf(project, userId, now()),
          work: 'fill',
          events: total,
        });
        return shown(deps, progress, organization);
      },
    }),
    accountRoute({
      name: 'sample_data_destroy',
      summary: 'Remove the sample project with all its data',
      method: 'DELETE',
      path: PATH,
      access: WRITE,
      status: 202,
      rejections: [404],
      response: sampleDataSchema,
      async handle({ caller }) {
        const { organizationId: organization, id: userId } = caller.user;
        const project = await findSampleProject(database, organization);
        if (project === null) throw notFound('There is no sample project.');
        requireProject(caller, project);
        const known = await ownProgress(progress, project);
        await progress.write(organization, { ...known, state: 'removing', error: null });
        await sampleQueue.add({
          ...jobOf(project, userId, now()),
          work: 'remove',
          events: known.total,
        });
        return shown(deps, progress, organization);
      },
    }),
  ];
}

function jobOf({ id, organizationId }: Project, userId: number, now: Date) {
  const author = { organization_id: organizationId, project_id: id, user_id: userId };
  return { ...author, now: now.toISOString() };
}

/** A project that the command created, or whose progress record has expired, is complete. */
async function ownProgress(progress: SampleProgressStore, { id, organizationId }: Project) {
  const known = await progress.read(organizationId);
  if (known?.project_id === id) return known;
  const full = { state: 'filled', project_id: id } as const;
  return { ...full, sent: DEFAULT_EVENTS, total: DEFAULT_EVENTS, error: null };
}

async function shown(
  { database }: Pick<SampleRouteDeps, 'database'>,
  progress: SampleProgressStore,
  organization: string,
): Promise<SampleDataBody> {
  const project = await findSampleProject(database, organization);
  if (project === null) return { state: 'absent', project: null, sent: 0, total: 0, error: null };
  const { state, sent, total, error } = await ownProgress(progress, project);
  return { state, project: { id: project.id, name: project.name }, sent, total, error };
}
