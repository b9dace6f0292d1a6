import type { World } from '../world';
import { startWorld } from '../world';

/** Registers a product with a project for a test file. @returns functions that upload tables */
export function tableScene() {
  /** The resource over HTTP, with uploads, and queries of what was uploaded. */
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
