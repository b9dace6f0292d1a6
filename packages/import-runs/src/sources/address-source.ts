import type { AmplitudeAddress } from './days/amplitude-source';
import { amplitudeSourceName, openAmplitudeSource } from './days/amplitude-source';
import type { MixpanelAddress } from './days/mixpanel-source';
import { mixpanelSourceName, openMixpanelSource } from './days/mixpanel-source';
import type { HttpDeps } from './http/send-request';
import type { PostHogAddress } from './posthog/posthog-api';
import { openPostHogSource, postHogSourceName } from './posthog/posthog-source';
import type { ImportSource, SourceName } from './source';

/** A project of a service that is read over HTTP, with its credential. */
export type SourceAddress =
  | ({ readonly source: 'posthog' } & PostHogAddress)
  | ({ readonly source: 'mixpanel' } & MixpanelAddress)
  | ({ readonly source: 'amplitude' } & AmplitudeAddress);

/** Where the export API of a service is, unless its project is in another region. */
export const STANDARD_ADDRESSES = {
  mixpanel: 'https://data.mixpanel.com',
  amplitude: 'https://amplitude.com',
} as const;

/** What a source is called; the credential is not part of it. */
export function addressSourceName(address: SourceAddress): SourceName {
  switch (address.source) {
    case 'posthog':
      return postHogSourceName(address);
    case 'mixpanel':
      return mixpanelSourceName(address);
    case 'amplitude':
      return amplitudeSourceName(address);
  }
}

/** Requests nothing yet. */
export function openAddressSource(deps: HttpDeps, address: SourceAddress): ImportSource {
  switch (address.source) {
    case 'posthog':
      return openPostHogSource(deps, address);
    case 'mixpanel':
      return openMixpanelSource(deps, address);
    case 'amplitude':
      return openAmplitudeSource(deps, address);
  }
}
