import { call, column, NULL, number, text } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import type { FieldDefinition, Fields } from '../definitions/table-definition';
import type { ChannelRule } from '../channels/channel-rules';
import { customChannel } from '../channels/channel-rules';
import { channelType } from '../channels/channel-type';
import { computed, merged } from './merged';

const TEXT = typeOf('String', true);

/** Values of the page that names them first in the session. */
const CAMPAIGN =
  'utm_source utm_campaign utm_medium utm_term utm_content gclid gad_source fbclid'.split(' ');

/** Click ids of the first page, stored in one map. */
const AD_IDS =
  'gclsrc dclid gbraid wbraid msclkid twclid li_fat_id mc_cid igshid ttclid epik qclid sccid _kx irclid'.split(
    ' ',
  );

const CHANNEL_PROPERTIES = 'entry_channel_type_properties';
const HAS_GCLID = 5;
const HAS_FBCLID = 6;

function channelProperty(position: number): FieldDefinition {
  const tuple = call('argMinMerge', column('t', CHANNEL_PROPERTIES));
  const expr = call('tupleElement', tuple, number(position));
  return { kind: 'aggregate', expr, type: typeOf('Boolean') };
}

function adIdFields(): Fields {
  const value = (id: string): FieldDefinition =>
    computed(
      ['$entry_ad_ids_map'],
      'String',
      (map) => {
        const present = call('mapContains', map, text(id));
        return call('if', present, call('arrayElement', map, text(id)), { kind: 'null' });
      },
      { nullable: true },
    );
  const presence = (id: string): FieldDefinition =>
    computed(['$entry_ad_ids_map'], 'Boolean', (map) => call('mapContains', map, text(id)));
  return Object.fromEntries(
    AD_IDS.flatMap((id) => [
      [`$entry_${id}`, value(id)],
      [`$entry_has_${id}`, presence(id)],
    ]),
  );
}

/** The channel of a session: by the project's rules, else by the default ones. */
function channelField(rules: readonly ChannelRule[]): FieldDefinition {
  const entry = ['$entry_channel_type_properties'];
  // Only rules read the page.
  const page =
    rules.length === 0 ? [] : ['$entry_current_url', '$entry_pathname', '$entry_hostname'];
  const field = computed(
    [...entry, ...page],
    'String',
    (properties, url = NULL, pathname = NULL, hostname = NULL) => {
      const at = (position: number) => call('tupleElement', properties, number(position));
      const [source, medium, campaign, referringDomain] = [at(1), at(2), at(3), at(4)];
      const standard = channelType({
        source,
        medium,
        campaign,
        referringDomain,
        hasGclid: at(HAS_GCLID),
        hasFbclid: at(HAS_FBCLID),
        gadSource: at(7),
      });
      const inputs = {
        utm_source: source,
        utm_medium: medium,
        utm_campaign: campaign,
        referring_domain: referringDomain,
        url,
        pathname,
        hostname,
      };
      return customChannel(rules, inputs, standard);
    },
  );
  return field.kind === 'computed' ? { ...field, withChannelRules: channelField } : field;
}

/** The traffic source of a session. */
export const attributionFields: Fields = {
  $entry_referring_domain: merged('argMinMerge', 'entry_referring_domain', TEXT),
  ...Object.fromEntries(
    CAMPAIGN.map((name) => [`$entry_${name}`, merged('argMinMerge', `entry_${name}`, TEXT)]),
  ),
  $entry_has_gclid: channelProperty(HAS_GCLID),
  $entry_has_fbclid: channelProperty(HAS_FBCLID),
  ...adIdFields(),
  $entry_ad_ids_map: merged('argMinMerge', 'entry_ad_ids', typeOf('Map'), true),
  $entry_channel_type_properties: merged('argMinMerge', CHANNEL_PROPERTIES, typeOf('Tuple'), true),
  $channel_type: channelField([]),
};
