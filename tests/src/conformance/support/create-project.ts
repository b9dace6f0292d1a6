import type { ApiClient } from '../../support/api-client';

export interface CreatedProject {
  readonly id: number;
  readonly token: string;
}

export async function createProject(api: ApiClient, settings: object): Promise<CreatedProject> {
  const answer = await api.post('/api/projects/', settings);
  expect(answer.status).toBe(201);
  const { id, api_token: token } = answer.body as { id: number; api_token: string };
  return { id, token };
}
