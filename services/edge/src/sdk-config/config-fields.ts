/**
 * The remote configuration that SDKs read at start-up (`docs/wire/flags-management.md#config-fields`). Features that
 * Tidemark lacks are off. Autocapture is on, because without the field it would be off for first-time visitors.
 */
export const CONFIG_FIELDS = {
  config: { enable_collect_everything: true },
  toolbarParams: {},
  isAuthenticated: false,
  supportedCompression: ['gzip', 'gzip-js', 'lz64'],
  sessionRecording: false,
  surveys: false,
  siteApps: [],
  analytics: { endpoint: '/i/v0/e/' },
  autocapture_opt_out: false,
  autocaptureExceptions: false,
  capturePerformance: false,
  captureDeadClicks: false,
  elementsChainAsString: true,
  defaultIdentifiedOnly: true,
  flagsPersistenceDefault: false,
  heatmaps: false,
  errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
} as const;

/** The configuration in a response that evaluates no flags. */
export const MINIMAL_CONFIG_FIELDS = {
  supportedCompression: CONFIG_FIELDS.supportedCompression,
  config: CONFIG_FIELDS.config,
  toolbarParams: CONFIG_FIELDS.toolbarParams,
  isAuthenticated: CONFIG_FIELDS.isAuthenticated,
  sessionRecording: CONFIG_FIELDS.sessionRecording,
} as const;
