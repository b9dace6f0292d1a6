import type { EventWriter } from './event-writer';
import type { Visitor } from './visitor';

/**
 * Writes the event with which a visitor signs in or creates the account. Ingestion assigns the visitor's anonymous
 * events to this person.
 */
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
