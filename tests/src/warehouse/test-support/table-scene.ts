import type { World } from '../world';
import { startWorld } from '../world';

/**
 * Starts the services with a project for a test file.
 *
 * @returns functions that upload and query tables
 */
export function tableScene() {
  /** The running services. */
  let world: World;
  let project: number;

  beforeAll(async () => {
    world = await startWorld();
    project = await world.newProject();
  });
  afterAll(() => world.stop());

  const path = (id = '', action = ''): string =>
    `/api/projects/${project}/warehouse_tables/${id === '' ? '' : `${id}/`}${action}`;

  async function uploaded(name: string, content: string | Uint8Array, format = 'CSVWithNames') {
    const response = await world.upload(project, { name, format }, content);
    expect(response).toMatchObject({
      status: 201,
      body: { status: 'completed', latest_error: null },
    });
    return response.body as { readonly id: string; readonly columns: readonly object[] };
  }

  return {
    get world() {
      return world;
    },
    get project() {
      return project;
    },
    path,
    uploaded,
  };
}
