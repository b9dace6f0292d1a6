import type { ProjectBody, SdkSettings } from '@tidemark/contracts';

/** The fields of a project that SDKs read at start-up. */
export type ClientFields = SdkSettings &
  Pick<ProjectBody, 'session_recording_opt_in' | 'capture_console_log_opt_in'>;

type Vital = NonNullable<ClientFields['autocapture_web_vitals_allowed_metrics']>[number];
type LinkedFlag = NonNullable<ClientFields['session_recording_linked_flag']>;

/** The settings in the form: switches, and texts with one entry per line. */
export interface ClientDraft {
  readonly autocapture: boolean;
  readonly heatmaps: boolean;
  readonly deadClicks: boolean;
  readonly exceptions: boolean;
  readonly webVitals: boolean;
  readonly vitals: readonly Vital[];
  readonly networkTiming: boolean;
  readonly surveys: boolean;
  readonly recordings: boolean;
  /** The percentage of sessions; an empty text means all sessions. */
  readonly sampling: string;
  /** A duration in seconds; an empty text means no minimum. */
  readonly minimum: string;
  readonly linkedFlag: LinkedFlag | null;
  readonly consoleLogs: boolean;
  readonly canvas: boolean;
  readonly headers: boolean;
  readonly bodies: boolean;
  readonly maskInputs: boolean;
  readonly maskText: string;
  readonly block: string;
  readonly domains: string;
  readonly urlTriggers: string;
  readonly eventTriggers: string;
  readonly urlBlocklist: string;
  readonly triggerMatch: 'all' | 'any';
}

export type ClientField = keyof ClientDraft;

export const VITALS: readonly Vital[] = ['CLS', 'FCP', 'INP', 'LCP'];

/** The form values of the stored settings. A setting that is not stored has the default of the SDKs. */
export function draftOf(fields: ClientFields): ClientDraft {
  const masking = fields.session_recording_masking_config;
  const payload = fields.session_recording_network_payload_capture_config;
  const rate = fields.session_recording_sample_rate;
  const minimum = fields.session_recording_minimum_duration_milliseconds;
  const urls = (list: ClientFields['session_recording_url_trigger_config']): string =>
    lines((list ?? []).map(({ url }) => url));
  return {
    autocapture: fields.autocapture_opt_out !== true,
    heatmaps: fields.heatmaps_opt_in === true,
    deadClicks: fields.capture_dead_clicks === true,
    exceptions: fields.autocapture_exceptions_opt_in === true,
    webVitals: fields.autocapture_web_vitals_opt_in === true,
    vitals: fields.autocapture_web_vitals_allowed_metrics ?? VITALS,
    networkTiming: fields.capture_performance_opt_in === true,
    surveys: fields.surveys_opt_in !== false,
    recordings: fields.session_recording_opt_in,
    sampling: rate === null ? '' : String(Math.round(Number(rate) * 100)),
    minimum: minimum === null ? '' : String(minimum / 1_000),
    linkedFlag: fields.session_recording_linked_flag,
    consoleLogs: fields.capture_console_log_opt_in,
    canvas: fields.session_replay_config?.record_canvas === true,
    headers: payload?.recordHeaders === true,
    bodies: payload?.recordBody === true,
    maskInputs: masking?.maskAllInputs !== false,
    maskText: masking?.maskTextSelector ?? '',
    block: masking?.blockSelector ?? '',
    domains: lines(fields.recording_domains ?? []),
    urlTriggers: urls(fields.session_recording_url_trigger_config),
    eventTriggers: lines(fields.session_recording_event_trigger_config ?? []),
    urlBlocklist: urls(fields.session_recording_url_blocklist_config),
    triggerMatch: fields.session_recording_trigger_match_type_config ?? 'all',
  };
}

/** The form fields that each project field is built from: if one of them changes, the project field is sent. */
const PARTS: Readonly<
  Record<Exclude<keyof ClientFields, 'flags_persistence_default'>, readonly ClientField[]>
> = {
  autocapture_opt_out: ['autocapture'],
  heatmaps_opt_in: ['heatmaps'],
  capture_dead_clicks: ['deadClicks'],
  autocapture_exceptions_opt_in: ['exceptions'],
  autocapture_web_vitals_opt_in: ['webVitals'],
  autocapture_web_vitals_allowed_metrics: ['vitals'],
  capture_performance_opt_in: ['networkTiming'],
  surveys_opt_in: ['surveys'],
  session_recording_opt_in: ['recordings'],
  session_recording_sample_rate: ['sampling'],
  session_recording_minimum_duration_milliseconds: ['minimum'],
  session_recording_linked_flag: ['linkedFlag'],
  capture_console_log_opt_in: ['consoleLogs'],
  session_replay_config: ['canvas'],
  session_recording_network_payload_capture_config: ['headers', 'bodies'],
  session_recording_masking_config: ['maskInputs', 'maskText', 'block'],
  recording_domains: ['domains'],
  session_recording_url_trigger_config: ['urlTriggers'],
  session_recording_event_trigger_config: ['eventTriggers'],
  session_recording_url_blocklist_config: ['urlBlocklist'],
  session_recording_trigger_match_type_config: ['triggerMatch'],
};

type SentField = keyof typeof PARTS;

/** The body of a PATCH request. It contains only the changed fields, so that unset fields stay unset. */
export function changesOf(draft: ClientDraft, stored: ClientFields): Partial<ClientFields> {
  const before = draftOf(stored);
  const wire = wireOf(draft);
  const changed = (Object.keys(PARTS) as SentField[]).filter((field) =>
    PARTS[field].some((part) => JSON.stringify(draft[part]) !== JSON.stringify(before[part])),
  );
  return Object.fromEntries(changed.map((field) => [field, wire[field]]));
}

function wireOf(draft: ClientDraft): Pick<ClientFields, SentField> {
  const { sampling, minimum, maskText, block } = draft;
  const expressions = (text: string) =>
    entries(text).map((url) => ({ url, matching: 'regex' as const }));
  return {
    autocapture_opt_out: !draft.autocapture,
    heatmaps_opt_in: draft.heatmaps,
    capture_dead_clicks: draft.deadClicks,
    autocapture_exceptions_opt_in: draft.exceptions,
    autocapture_web_vitals_opt_in: draft.webVitals,
    autocapture_web_vitals_allowed_metrics: [...draft.vitals],
    capture_performance_opt_in: draft.networkTiming,
    surveys_opt_in: draft.surveys,
    session_recording_opt_in: draft.recordings,
    session_recording_sample_rate: isEmpty(sampling) ? null : (Number(sampling) / 100).toFixed(2),
    session_recording_minimum_duration_milliseconds: isEmpty(minimum)
      ? null
      : Math.round(Number(minimum) * 1_000),
    session_recording_linked_flag: draft.linkedFlag,
    capture_console_log_opt_in: draft.consoleLogs,
    session_replay_config: { record_canvas: draft.canvas },
    session_recording_network_payload_capture_config: {
      recordHeaders: draft.headers,
      recordBody: draft.bodies,
    },
    session_recording_masking_config: {
      maskAllInputs: draft.maskInputs,
      ...(!isEmpty(maskText) && { maskTextSelector: maskText.trim() }),
      ...(!isEmpty(block) && { blockSelector: block.trim() }),
    },
    recording_domains: entries(draft.domains),
    session_recording_url_trigger_config: expressions(draft.urlTriggers),
    session_recording_event_trigger_config: entries(draft.eventTriggers),
    session_recording_url_blocklist_config: expressions(draft.urlBlocklist),
    session_recording_trigger_match_type_config: draft.triggerMatch,
  };
}

export type ClientProblems = Readonly<Partial<Record<ClientField, string>>>;

/**
 * The validation errors of the draft by field; empty if it can be saved.
 *
 * @param isSelector whether a text is a valid CSS selector
 */
export function problemsOf(
  draft: ClientDraft,
  isSelector: (text: string) => boolean,
): ClientProblems {
  // With an invalid selector, nothing would be masked.
  const selectorProblem = (text: string): string | null =>
    isEmpty(text) || isSelector(text.trim())
      ? null
      : `“${text.trim()}” is not a valid CSS selector.`;
  const found: Readonly<Partial<Record<ClientField, string | null>>> = {
    vitals: draft.webVitals && draft.vitals.length === 0 ? 'Choose at least one measure.' : null,
    sampling:
      /^\d{0,3}$/.test(draft.sampling.trim()) && Number(draft.sampling) <= 100
        ? null
        : 'A whole number from 0 to 100.',
    minimum:
      /^\d{0,2}(?:\.\d{1,3})?$/.test(draft.minimum.trim()) && Number(draft.minimum) <= 30
        ? null
        : 'A number of seconds from 0 to 30.',
    maskText: selectorProblem(draft.maskText),
    block: selectorProblem(draft.block),
    domains: firstProblem(draft.domains, domainProblem),
    urlTriggers: firstProblem(draft.urlTriggers, expressionProblem),
    urlBlocklist: firstProblem(draft.urlBlocklist, expressionProblem),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
}

/** The form field that an error response is about; null if the form does not have it. */
export function fieldOfError(attr: string | null): ClientField | null {
  const names = Object.keys(PARTS) as SentField[];
  const name = names.find((one) => attr === one || attr?.startsWith(`${one}__`) === true);
  if (name === undefined) return null;
  const parts = PARTS[name];
  const inner: Readonly<Record<string, ClientField>> = {
    maskTextSelector: 'maskText',
    blockSelector: 'block',
    recordBody: 'bodies',
  };
  return inner[attr?.slice(name.length + 2) ?? ''] ?? parts[0] ?? null;
}

function isEmpty(text: string): boolean {
  return text.trim() === '';
}

function lines(list: readonly string[]): string {
  return list.join('\n');
}

function entries(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function firstProblem(text: string, problemOf: (entry: string) => string | null): string | null {
  return (
    entries(text)
      .map(problemOf)
      .find((problem) => problem !== null) ?? null
  );
}

function domainProblem(entry: string): string | null {
  if (/^https?:\/\/[^\s/?#]+\/?$/i.test(entry)) return null;
  return `“${entry}” is not a valid site address: write it as https://shop.example.com or https://*.example.com.`;
}

function expressionProblem(entry: string): string | null {
  try {
    new RegExp(entry);
    return null;
  } catch {
    return `“${entry}” is not a valid regular expression.`;
  }
}
