import { call, NULL, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { FieldDefinition, Fields } from '../definitions/table-definition';
import type { ChannelRule } from '../channels/channel-rules';
import { customChannel } from '../channels/channel-rules';
import { channelType } from '../channels/channel-type';
import { domainType } from '../channels/channel-lookups';

/**
 * Person properties that fields of these names compute from stored ones (`docs/wire/hogql.md#virtual-properties`).
 * Revenue has no field, because no data for it exists here and an empty value would look like a result.
 */
export const VIRTUAL_PERSON_PROPERTIES: ReadonlySet<string> = new Set([
  '$virt_initial_channel_type',
  '$virt_initial_referring_domain_type',
  '$virt_revenue',
  '$virt_mrr',
]);

const CHANNEL_READS = [
  '$initial_utm_source',
  '$initial_utm_medium',
  '$initial_utm_campaign',
  '$initial_referring_domain',
  '$initial_gclid',
  '$initial_fbclid',
  '$initial_gad_source',
];

const EMPTY = text('');

function isGiven(value: SqlExpr): SqlExpr {
  return call('notEquals', call('ifNull', value, EMPTY), EMPTY);
}

function computedFrom(
  bag: readonly string[],
  keys: readonly string[],
  nullable: boolean,
  build: (values: readonly SqlExpr[]) => SqlExpr,
): FieldDefinition & { readonly kind: 'computed' } {
  return {
    kind: 'computed',
    reads: keys.map((key) => [...bag, key]),
    type: typeOf('String', nullable),
    build,
    hidden: true,
  };
}

/** Properties that only channel rules of a project read. */
const PAGE_READS = ['$initial_current_url', '$initial_pathname', '$initial_host'];

/** The channel of a person's first visit: by the project's rules, else by the default ones. */
function initialChannel(bag: readonly string[], rules: readonly ChannelRule[]): FieldDefinition {
  const reads = rules.length === 0 ? CHANNEL_READS : [...CHANNEL_READS, ...PAGE_READS];
  const field = computedFrom(bag, reads, false, (values) => {
    const [source, medium, campaign, referringDomain, gclid, fbclid, gadSource, ...page] = values;
    if (!source || !medium || !campaign || !referringDomain || !gclid || !fbclid || !gadSource) {
      throw new Error('$virt_initial_channel_type needs seven columns');
    }
    const standard = channelType({
      source,
      medium,
      campaign,
      referringDomain,
      hasGclid: isGiven(gclid),
      hasFbclid: isGiven(fbclid),
      gadSource,
    });
    const [url = NULL, pathname = NULL, hostname = NULL] = page;
    const inputs = {
      utm_source: source,
      utm_medium: medium,
      utm_campaign: campaign,
      referring_domain: referringDomain,
      url,
      pathname,
      hostname: call('domain', hostname),
    };
    return customChannel(rules, inputs, standard);
  });
  return { ...field, withChannelRules: (given) => initialChannel(bag, given) };
}

/** The virtual fields of a person whose properties are at the path `bag` of the same table. */
export function virtualPersonFields(bag: readonly string[]): Fields {
  return {
    $virt_initial_channel_type: initialChannel(bag, []),
    $virt_initial_referring_domain_type: computedFrom(
      bag,
      ['$initial_referring_domain'],
      true,
      ([domain]) => {
        if (!domain) throw new Error('$virt_initial_referring_domain_type needs a column');
        return domainType(domain);
      },
    ),
  };
}
