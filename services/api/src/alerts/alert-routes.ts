import { alertCreateSchema, alertSchema, alertUpdateSchema, pageOf } from '@tidemark/contracts';
import { readDate } from '@tidemark/hogql';
import { countParameter, validationError } from '@tidemark/platform';
import type {
  Alert,
  AlertRepository,
  DashboardTileStore,
  InsightRepository,
  Project,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { insightPeople } from '../insights/insight-body';
import { defaultPage, pageBody } from '../page-query';
import { numberParameter, pageParameters, parameter } from '../query-parameters';
import { found, peopleOf } from '../resource';
import { destroyRoute, updateRoutes } from '../resource-routes';
import { isUuid } from '../uuid';
import { alertBody } from './alert-body';
import type { AlertPast } from './alert-body';
import { alertFields, effectsOf } from './alert-fields';

const LIST = '/alerts/';
const DETAIL = '/alerts/:id/';
const READ = { scope: 'alert:read' } as const;
const WRITE = { scope: 'alert:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });
/** Each alert runs a query at least once a month. */
const MAX_ALERTS = 500;
const MAX_CHECKS = 500;
const SHOWN_CHECKS = 5;

const listQuery = z.object({
  ...pageParameters,
  insight: numberParameter('Only alerts of this insight.'),
});
const checksQuery = z.object({
  checks_date_from: parameter('Checks since this date.'),
  checks_date_to: parameter('Checks until this date.'),
  checks_limit: numberParameter('Maximum number of checks, at most 500. Default: 5.'),
  checks_offset: numberParameter('Number of newest checks to skip.'),
});

interface AlertRouteDeps {
  readonly alerts: AlertRepository;
  readonly insights: InsightRepository;
  readonly tiles: Pick<DashboardTileStore, 'listPlaces'>;
  readonly users: UserRepository;
  readonly now: () => Date;
}

/** Alerts on saved insights. */
export function createAlertRoutes(deps: AlertRouteDeps): readonly ProjectRoute[] {
  const { alerts, now } = deps;

  const withPast = async (project: Project, alert: Alert | null, url: URL) => {
    const one = found(alert);
    const past = await pastOf(deps, project, one, url);
    const [body] = await shown(deps, project, [one], past);
    return found(body);
  };

  return [
    projectRoute({
      name: 'alerts_list',
      summary: 'List alerts on insights',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(alertSchema),
      async handle({ caller: { project }, url }) {
        const page = defaultPage(url);
        const insightId = countParameter(url.searchParams.get('insight'));
        const query = { page, ...(insightId !== null && { insightId }) };
        const listed = await alerts.list(project.id, query);
        const bodies = await shown(deps, project, listed.rows, null);
        return pageBody(url, page, { ...listed, rows: bodies }, (body) => body);
      },
    }),
    projectRoute({
      name: 'alerts_create',
      summary: 'Create an alert on an insight',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: alertCreateSchema,
      response: alertSchema,
      async handle({ caller, body, url }) {
        const { project } = caller;
        const fields = await alertFields(deps, project, body, null);
        if ((await alerts.count(project.id)) >= MAX_ALERTS) {
          const detail = `The project has ${MAX_ALERTS} alerts already.`;
          throw validationError('invalid_input', detail, 'alert');
        }
        return withPast(project, await alerts.create(inProject(caller), fields), url);
      },
    }),
    projectRoute({
      name: 'alerts_retrieve',
      summary: 'Read an alert and its latest checks',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      query: checksQuery,
      response: alertSchema,
      handle: async ({ caller: { project }, params: { id }, url }) =>
        withPast(project, await alerts.findById(project.id, id), url),
    }),
    ...updateRoutes('alerts', {
      summary: 'Change, snooze, enable or disable an alert',
      path: DETAIL,
      access: WRITE,
      params,
      body: alertUpdateSchema,
      response: alertSchema,
      async handle({ caller, params: { id }, body, url }) {
        const { project } = caller;
        const before = found(await alerts.findById(project.id, id));
        const fields = await alertFields(deps, project, body, before);
        const effects = effectsOf(before, fields, project, now());
        const alert = await alerts.update(inProject(caller), id, fields, effects);
        return withPast(project, alert, url);
      },
    }),
    destroyRoute('alerts', {
      summary: 'Delete an alert and its history',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => alerts.delete(inProject(caller), id, now()),
    }),
  ];
}

/** The bodies of alerts, without those whose insight was deleted. */
async function shown(
  { insights, tiles, users, now }: AlertRouteDeps,
  project: Project,
  rows: readonly Alert[],
  past: AlertPast | null,
) {
  const ids = [...new Set(rows.map(({ insightId }) => insightId))];
  const known = new Map(
    (await Promise.all(ids.map((id) => insights.find(project.id, { id }))))
      .filter((insight) => insight !== null)
      .map((insight) => [insight.id, insight]),
  );
  const people = await peopleOf(users, rows, ({ subscribedUsers, createdById, insightId }) => {
    const insight = known.get(insightId);
    return [...subscribedUsers, createdById, ...(insight ? insightPeople(insight) : [])];
  });
  const places = await tiles.listPlaces(project.id, ids);
  const context = { people, places, now: now() };
  return rows.flatMap((alert) => {
    const insight = known.get(alert.insightId);
    return insight === undefined ? [] : [alertBody(alert, insight, context, past)];
  });
}

async function pastOf(
  { alerts, now }: AlertRouteDeps,
  { id: projectId, timezone }: Project,
  { id }: Alert,
  { searchParams }: URL,
): Promise<AlertPast> {
  const dateOf = (name: string): Date | undefined => {
    const text = searchParams.get(name) ?? '';
    if (text === '') return undefined;
    const read = readDate(text, { now: now(), timezone });
    if (read !== null) return read.at;
    throw validationError('invalid_input', 'The date cannot be read.', name);
  };
  const [after, before] = [dateOf('checks_date_from'), dateOf('checks_date_to')];
  const limit = countParameter(searchParams.get('checks_limit')) ?? SHOWN_CHECKS;
  const offset = countParameter(searchParams.get('checks_offset')) ?? 0;
  const { rows, count } = await alerts.listChecks(projectId, id, {
    page: { limit: Math.min(limit, MAX_CHECKS), offset },
    ...(after && { after }),
    ...(before && { before }),
  });
  return {
    checks: rows,
    total: count,
    notifications: await alerts.listNotifications(projectId, id),
  };
}
