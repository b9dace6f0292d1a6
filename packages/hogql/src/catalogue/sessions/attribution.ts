import { call, column, number, text } from '../../sql/build';
import { typeOf } from '../../types/value-type';
import type { FieldDefinition, Fields } from '../definitions';
import { channelType } from './channel-type';
import { computed, merged } from './merged';

const TEXT = typeOf('String', true);

/** Values of the session's first page that names them. */
const CAMPAIGN =
  'utm_source utm_campaign utm_medium utm_term utm_content gclid gad_source fbclid'.split(' ');

/** Click ids that the first page brought, kept in one map. */
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

/** Where the visitor of a session came from. */
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
  $channel_type: computed(['$entry_channel_type_properties'], 'String', (properties) => {
    const at = (position: number) => call('tupleElement', properties, number(position));
    return channelType({
      source: at(1),
      medium: at(2),
      campaign: at(3),
      referringDomain: at(4),
      hasGclid: at(HAS_GCLID),
      hasFbclid: at(HAS_FBCLID),
      gadSource: at(7),
    });
  }),
};
