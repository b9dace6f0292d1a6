import type { ApiClient } from '../../test-support/api-client';

export interface CreatedProject {
  readonly id: number;
  readonly token: string;
}

export async function createProject(api: ApiClient, settings: object): Promise<CreatedProject> {
  const response = await api.post('/api/projects/', settings);
  expect(response.status).toBe(201);
  const { id, api_token: token } = response.body as { id: number; api_token: string };
  return { id, token };
}
