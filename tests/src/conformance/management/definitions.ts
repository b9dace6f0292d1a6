import type { ConformanceCase, Step } from '../test-support/case';
import { captured, counts } from '../test-support/case';
import { asked, changes, makes, missing, reads, rejected, shows } from './management-steps';

function lists(path: string, names: readonly string[]): Step {
  return reads(path, { count: names.length, results: names.map((name) => ({ name })) });
}

/** Event and property definitions (`docs/wire/management.md#definitions`). */
export const definitions: readonly ConformanceCase[] = [
  {
    name: 'an event definition that a user created: owner, tags, verified, deleted',
    steps: [
      makes(
        'event_definitions/',
        { name: 'sign up', description: 'd', tags: ['B', 'a'], verified: true, owner: 1 },
        {
          name: 'sign up',
          description: 'd',
          tags: ['a', 'b'],
          verified: true,
          verified_by: { id: 1 },
          owner: { id: 1 },
          created_by: { id: 1 },
          last_seen_at: null,
          is_action: false,
          action_id: null,
          post_to_slack: false,
        },
      ),
      rejected(
        'POST',
        'event_definitions/',
        { detail: "Event definition with name 'sign up' already exists" },
        { name: 'sign up' },
      ),
      rejected('POST', 'event_definitions/', { attr: 'name', code: 'required' }, {}),
      rejected('POST', 'event_definitions/', { attr: 'name', code: 'blank' }, { name: ' ' }),
      rejected(
        'POST',
        'event_definitions/',
        { attr: 'owner', code: 'does_not_exist' },
        { name: 'x', owner: 999_999 },
      ),
      makes('event_definitions/', { name: 'old', hidden: true }),
      changes(
        'event_definitions/{{sign up}}/',
        { owner: null, verified: false },
        {
          owner: null,
          verified: false,
          verified_by: null,
          description: 'd',
        },
      ),
      lists('event_definitions/?exclude_hidden=true', ['sign up']),
      lists('event_definitions/?tags=["b"]', ['sign up']),
      lists('event_definitions/?verified=true', []),
      { manage: { method: 'DELETE', path: 'event_definitions/{{old}}/' }, status: 204 },
      { manage: { method: 'DELETE', path: 'event_definitions/{{old}}/' }, status: 404 },
      lists('event_definitions/', ['sign up']),
      missing('DELETE', 'event_definitions/x/'),
    ],
  },
  {
    name: 'lists of properties leave out internal ones and add computed ones',
    steps: [
      captured('seen', { plan: 'pro', utm_source: 'x', $groups: {}, $session_entry_url: 'y' }),
      captured('sold', { $set: { plan: 'pro' }, price: 3 }),
      counts('sold', 1),
      { ...lists('property_definitions/?search=plan', ['plan']), withinMs: 10_000 },
      lists('property_definitions/?properties=$set,$groups,$session_entry_url,plan', ['plan']),
      lists('property_definitions/?exclude_core_properties=true', ['plan', 'price']),
      lists('property_definitions/?type=person&search=referring%20type', [
        '$virt_initial_referring_domain_type',
      ]),
      lists('property_definitions/?type=person&properties=plan', ['plan']),
      lists('property_definitions/?type=person&search=virt&is_numerical=true', []),
      shows(
        'property_definitions/seen_together/?event_names=seen&event_names=sold&property_name=price',
        { seen: false, sold: true },
      ),
      lists('event_definitions/?ordering=-last_seen_at::date&ordering=-name', ['sold', 'seen']),
      ...(
        [
          ['type=group', '`group_type_index` must be set for `group` type'],
          ['group_type_index=1', '`group_type_index` can only set for `group` type'],
          ['type=person&event_names=["a"]', '`event_names` can only be set for `event` type'],
        ] as const
      ).map(([query, detail]) =>
        rejected('GET', `property_definitions/?${query}`, { code: 'invalid_input', detail }),
      ),
    ],
  },
  {
    name: 'definitions of sent names are found by their usual labels; properties cannot be created by hand',
    steps: [
      captured('$pageview', { $lib: 'web', $os: 'iOS', plan: 'pro' }),
      counts('$pageview', 1),
      lists('event_definitions/?search=page%20view', ['$pageview']),
      lists('property_definitions/?search=library', ['$lib']),
      lists('property_definitions/?search=operating', ['$os']),
      lists('property_definitions/?search=plan', ['plan']),
      shows('property_definitions/?search=plan', { results: [{ property_type: 'String' }] }),
      asked('DELETE', 'property_definitions/0190aaaa-0000-7000-8000-0000000000ff/', {
        status: 404,
      }),
      asked('POST', 'property_definitions/', { status: 405 }, { name: 'x' }),
    ],
  },
];
