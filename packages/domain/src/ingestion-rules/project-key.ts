import { createHmac } from 'node:crypto';

/** The key that a project's values are hashed with: no two projects can compare hashes. */
export function projectHashKey(secret: string, projectId: number): string {
  return createHmac('sha256', secret).update(`ingestion-rules:${projectId}`).digest('hex');
}
