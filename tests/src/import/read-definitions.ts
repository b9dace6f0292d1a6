import type { ApiClient } from '../test-support/api-client';

/** Reads the definitions of a project without ids, timestamps and authors, in an order that projects share. */
export async function readDefinitions(api: ApiClient, project: number) {
  const read = async (path: string, fields: readonly string[]) => {
    const list = path.includes('?') ? `${path}&` : `${path}/?`;
    const { body } = await api.get(`/api/projects/${project}/${list}limit=100`);
    const { results } = body as { results: Record<string, unknown>[] };
    return results
      .map((object) => fields.map((field) => object[field]))
      .sort((a, b) => String(a[0]).localeCompare(String(b[0])));
  };
  return {
    groupTypes: await readGroupTypes(api, project),
    archivedFlags: await read('feature_flags/?archived=true', ['key', 'archived']),
    archivedExperiments: await read('experiments/?archived=true', ['name', 'archived']),
    actions: await read('actions', ['name', 'steps', 'tags']),
    cohorts: await read('cohorts', ['name', 'is_static', 'count']),
    flags: (await read('feature_flags', ['key', 'name', 'active'])).filter(
      ([key]) => !String(key).startsWith('survey-'),
    ),
    experiments: await read('experiments', ['name', 'feature_flag_key', 'start_date']),
    surveys: await read('surveys', ['name', 'type', 'questions']),
    features: await read('early_access_feature', ['name', 'stage', 'description']),
    insights: await read('insights', ['name', 'description']),
    dashboards: await read('dashboards', ['name', 'pinned', 'tags']),
    annotations: await read('annotations', ['content', 'date_marker', 'scope']),
    variables: await read('insight_variables', ['name', 'type', 'default_value']),
    events: (await read('event_definitions', ['name', 'description'])).filter(
      ([name]) => name !== '$pageleave',
    ),
  };
}

/** Reads the types of groups without their times of creation. */
export async function readGroupTypes(api: ApiClient, project: number) {
  const { body } = await api.get(`/api/projects/${project}/groups_types/`);
  return (body as Record<string, unknown>[]).map(({ created_at: _, ...type }) => type);
}
