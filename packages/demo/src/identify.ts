import type { EventWriter } from './event-writer';
import type { Visitor } from './visitor';

/** The visitor signs in, or makes the account: what they did before without a name becomes theirs. */
export function identify(writer: EventWriter, visitor: Visitor): void {
  const { account, place, anonymousId } = visitor;
  visitor.userId = account.id;
  writer.write('$identify', {
    $anon_distinct_id: anonymousId,
    $set: {
      name: account.name,
      email: account.email,
      plan: account.plan,
      $geoip_country_code: place.countryCode,
      $geoip_country_name: place.country,
    },
    $set_once: { signed_up_at: new Date(writer.nowMs).toISOString() },
  });
  const { company } = account;
  if (company === null) return;
  writer.write('$groupidentify', {
    $group_type: 'company',
    $group_key: company.key,
    $group_set: { name: company.name, industry: company.industry, employees: company.employees },
  });
}
