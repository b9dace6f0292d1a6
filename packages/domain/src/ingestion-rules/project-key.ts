import { createHmac } from 'node:crypto';

/** The key with which the values of a project are hashed; hashes of different projects cannot be compared. */
export function projectHashKey(secret: string, projectId: number): string {
  return createHmac('sha256', secret).update(`ingestion-rules:${projectId}`).digest('hex');
}
