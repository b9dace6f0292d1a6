import { hogFunctionInvocationSchema, hogFunctionInvocationWriteSchema } from '@tidemark/contracts';
import type { DeliveryTestResult, HogFunctionFilters } from '@tidemark/contracts';
import { ApiError } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import type { DestinationRouteDeps } from './deps';
import { DETAIL, WRITE } from './deps';
import { invalid, mergedInputs, templateOf, typeOf } from './destination-fields';
import { withPreset } from './internal-preset';
import { sampleGlobals } from './sample-globals';

const TIMEOUT_MS = 30_000;
/** `new` tests a configuration that is stored nowhere. */
const params = z.object({ id: z.union([z.uuid(), z.literal('new')]) });

/** Sends one event to a destination and returns what happened. Delivery services send it, as they send all. */
export function createDestinationTestRoutes(deps: DestinationRouteDeps): readonly ProjectRoute[] {
  const { destinations, deliveryTests, secrets, now } = deps;

  const test = (name: string, path: string, isMockedByDefault: boolean) =>
    projectRoute({
      name,
      summary: 'Test a destination with one event',
      method: 'POST',
      path: DETAIL + path,
      access: WRITE,
      params,
      body: hogFunctionInvocationWriteSchema,
      response: hogFunctionInvocationSchema,
      rejections: [503],
      async handle({ caller: { project }, params: { id }, body }) {
        const stored = id === 'new' ? null : found(await destinations.find(project.id, id));
        const configuration = withPreset(body.configuration ?? {}, stored === null);
        const type = typeOf(configuration, stored);
        const template = templateOf(configuration, stored);
        const inputs = mergedInputs(configuration, template, id, stored, secrets);
        if (secrets === null) {
          throw invalid('configuration', 'This server has no key for tests (EXPORT_SECRETS_KEY).');
        }
        const asked = {
          template_id: template.id,
          inputs,
          globals: {
            ...sampleGlobals(
              project,
              type,
              configuration.filters ?? (stored?.filters as HogFunctionFilters | undefined) ?? {},
              now(),
            ),
            ...body.globals,
          },
          is_sent: !(body.mock_async_functions ?? isMockedByDefault),
        };
        const sealed = secrets.seal(JSON.stringify(asked), `delivery-test:${project.id}`);
        const result = await deliveryTests.run({ project_id: project.id, sealed }, TIMEOUT_MS);
        if (result === 'not started' || result === 'running') throw noResult(result);
        return resultBody(result);
      },
    });

  return [
    test('hog_functions_invocations_create', 'invocations/', true),
    test('hog_functions_test_create', 'test/', false),
  ];
}

function noResult(reason: 'not started' | 'running'): ApiError {
  const detail =
    reason === 'running'
      ? `The receiver has not responded within ${TIMEOUT_MS / 1_000} s.`
      : 'No delivery service has taken the test: is one running?';
  return new ApiError(503, 'server_error', 'service_unavailable', detail);
}

function resultBody({ is_success: isSuccess, error, ...result }: DeliveryTestResult) {
  const { started_at: timestamp, duration_ms: duration, status } = result;
  const outcome = status === null ? 'done' : `the receiver returned ${status}`;
  return {
    status: isSuccess ? ('success' as const) : ('error' as const),
    errors: error === null ? [] : [error],
    logs: [
      {
        timestamp,
        level: isSuccess ? ('INFO' as const) : ('ERROR' as const),
        message: `${duration} ms: ${error ?? outcome}`,
      },
    ],
    result: { ...result, error, outcome: isSuccess ? ('success' as const) : ('failure' as const) },
  };
}
