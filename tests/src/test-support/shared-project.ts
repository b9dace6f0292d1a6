import { createProject } from '../conformance/test-support/create-project';
import type { ApiClient } from './api-client';
import { createApiClient } from './api-client';
import { sharedProduct } from './shared-product';

/** A separate project in the product that all test files share. */
export interface SharedProject {
  readonly url: string;
  readonly api: ApiClient;
  readonly personalApiKey: string;
  readonly projectId: number;
  readonly projectApiKey: string;
}

/** @param name the name of the project, which helps when reading logs */
export async function sharedProject(name: string): Promise<SharedProject> {
  const { url, personalApiKey } = await sharedProduct();
  const api = createApiClient(url, personalApiKey);
  const { id, token } = await createProject(api, { name });
  return { url, api, personalApiKey, projectId: id, projectApiKey: token };
}
