import { randomUUID } from 'node:crypto';
import type { DeliveryTestJob, DeliveryTestResult } from '@tidemark/contracts';
import { deliveryTestSchema } from '@tidemark/contracts';
import type { DeliveryGlobals, InputValues } from '@tidemark/destinations';
import type { SealedBox } from '@tidemark/platform';
import type { Sender } from '../sending/sender';
import { receiver } from './receivers';

/** Carries out the test of a job. @throws when the job was not sealed by our api */
export async function makeTest(
  { sender, secrets }: { readonly sender: Sender; readonly secrets: SealedBox | null },
  job: DeliveryTestJob,
): Promise<DeliveryTestResult> {
  if (secrets === null)
    throw new Error('EXPORT_SECRETS_KEY is missing: tests of destinations cannot be decrypted');
  const opened: unknown = JSON.parse(secrets.open(job.sealed, testContext(job.project_id)));
  const test = deliveryTestSchema.parse(opened);
  const to = receiver(test.template_id, test.inputs as InputValues);
  const delivery = { id: randomUUID(), globals: test.globals as unknown as DeliveryGlobals };
  const { attempt } = test.is_sent ? await sender.send(to, delivery) : sender.preview(to, delivery);
  return {
    started_at: attempt.startedAt.toISOString(),
    duration_ms: attempt.durationMs,
    is_success: attempt.isSuccess,
    status: attempt.status,
    request: attempt.request === null ? null : { ...attempt.request },
    response: attempt.response,
    error: attempt.error,
  };
}

function testContext(projectId: number): string {
  return `delivery-test:${projectId}`;
}
