import { hash } from 'node:crypto';
import { contentUuid } from '../replay/content-uuid';

/** The id of a delivery: the same for each repetition, so that a receiver can recognise repetitions. */
export function deliveryId(destinationId: string, eventUuid: string): string {
  return contentUuid(hash('sha256', `delivery:${destinationId}:${eventUuid}`, 'hex'));
}

/** The id of the destination for an action with `post_to_slack`, which stays the same when the action is migrated. */
export function actionDestinationId(projectId: number, actionId: number): string {
  return contentUuid(hash('sha256', `action:${projectId}:${actionId}`, 'hex'));
}

/** The id of the internal event for a type of warning in one hour: the same however often the warning is raised. */
export function warningIssueId(projectId: number, type: string, hour: string): string {
  return contentUuid(hash('sha256', `warning:${projectId}:${type}:${hour}`, 'hex'));
}
