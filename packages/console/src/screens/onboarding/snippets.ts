export interface Snippet {
  readonly name: string;
  readonly code: string;
}

/** Code that sends a first event to this server, for each client, ready to be copied. */
export function snippetsOf(host: string, apiKey: string): readonly Snippet[] {
  const event = { api_key: apiKey, event: 'hello', distinct_id: 'first-user' };
  return [
    {
      name: 'Web',
      code: `npm install posthog-js

import posthog from 'posthog-js'

posthog.init('${apiKey}', { api_host: '${host}' })
posthog.capture('hello')`,
    },
    {
      name: 'Node',
      code: `npm install posthog-node

import { PostHog } from 'posthog-node'

const client = new PostHog('${apiKey}', { host: '${host}' })
client.capture({ distinctId: 'first-user', event: 'hello' })
await client.shutdown()`,
    },
    {
      name: 'Python',
      code: `pip install posthog

from posthog import Posthog

posthog = Posthog('${apiKey}', host='${host}')
posthog.capture('hello', distinct_id='first-user')
posthog.shutdown()`,
    },
    {
      name: 'curl',
      code: `curl ${host}/capture/ -H 'Content-Type: application/json' -d '${JSON.stringify(event)}'`,
    },
    {
      name: 'OpenFeature',
      code: `npm install @openfeature/server-sdk @openfeature/ofrep-provider

import { OpenFeature } from '@openfeature/server-sdk'
import { OFREPProvider } from '@openfeature/ofrep-provider'

await OpenFeature.setProviderAndWait(
  new OFREPProvider({ baseUrl: '${host}', headers: [['Authorization', 'Bearer ${apiKey}']] }),
)
const isOn = await OpenFeature.getClient().getBooleanValue('my-flag', false, { targetingKey: 'first-user' })`,
    },
  ];
}
