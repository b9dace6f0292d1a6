import { definitionsDocument, localCohorts } from '@tidemark/flag-engine';
import type { FlagValue } from '@tidemark/flag-engine';
import { PostHog } from 'posthog-node';
import type { Ask, Given } from './format';
import { groupTypesOf, storedCohorts, storedFlags } from './given-context';

/** The result of local evaluation by the SDK. Flags that it leaves to the server are missing. */
export interface LocalResult {
  readonly values: Readonly<Record<string, FlagValue>>;
  readonly payloads: Readonly<Record<string, unknown>>;
}

/** posthog-node with the definitions that Tidemark would serve, which it evaluates locally. */
export interface LocalSdk {
  ask(ask: Pick<Ask, 'request'>): Promise<LocalResult>;
  stop(): Promise<void>;
}

export async function startLocalSdk(given: Given): Promise<LocalSdk> {
  const client = new PostHog('phc_suite', {
    personalApiKey: 'phx_suite',
    featureFlagsPollingInterval: 3_600_000,
    fetch: () => Promise.resolve(new Response(JSON.stringify(documentOf(given)))),
  });
  await client.reloadFeatureFlags();
  return {
    ask: ({ request }) => askLocally(client, request),
    stop: () => client.shutdown(),
  };
}

/** Evaluates a request locally, with a client that has loaded its definitions. */
export async function askLocally(client: PostHog, request: Ask['request']): Promise<LocalResult> {
  const named = request['flag_keys'];
  const device = request['$device_id'];
  const person = request['person_properties'] as Record<string, string> | undefined;
  const response = await client.getAllFlagsAndPayloads(String(request.distinct_id), {
    onlyEvaluateLocally: true,
    personProperties: {
      ...person,
      ...(typeof device === 'string' && { $device_id: device }),
    },
    ...(Array.isArray(named) && { flagKeys: named as string[] }),
    groups: (request['groups'] ?? {}) as Record<string, string>,
    groupProperties: (request['group_properties'] ?? {}) as Record<string, Record<string, string>>,
  });
  return { values: response.featureFlags ?? {}, payloads: response.featureFlagPayloads ?? {} };
}

function documentOf(given: Given): object {
  const flags = storedFlags(given).map((flag) => ({
    ...flag,
    team_id: 1,
    name: '',
    has_encrypted_payloads: false,
  }));
  return definitionsDocument({
    flags,
    groupTypes: groupTypesOf(given),
    cohorts: localCohorts(flags, storedCohorts(given)),
  });
}
