import type { Imported, ImportContext, ImportedEvent } from '../imported';
import { skipped } from '../imported';
import type { JsonObject } from '../json';
import { isObject, objectOf, present, textOf } from '../json';
import { stableUuid } from '../stable-uuid';
import { timestampOf } from '../times';

/**
 * Maps a message of Segment's spec (`track`, `page`, `screen`, `identify`, `group`, `alias`), as raw data destinations
 * write it, one per line. It becomes the event that Segment's destination for PostHog sends.
 */
export function mapSegment(message: JsonObject, { origin }: ImportContext): Imported {
  const type = textOf(message['type']) ?? (message['event'] === undefined ? null : 'track');
  const timestamp = timestampOf(
    message['timestamp'] ?? message['originalTimestamp'] ?? message['sentAt'],
  );
  if (timestamp === null) return skipped('the message has no timestamp that can be read');
  const user = textOf(message['userId']);
  const anonymous = textOf(message['anonymousId']);
  const distinctId = user ?? anonymous;
  if (distinctId === null) return skipped('the message has neither userId nor anonymousId');
  const messageId = textOf(message['messageId']) ?? JSON.stringify(message);
  const made = (event: string, properties: JsonObject): Imported => ({
    kind: 'event',
    event: {
      uuid: stableUuid(origin, messageId),
      event,
      distinct_id: distinctId,
      timestamp,
      properties: { ...contextOf(message), ...properties },
    },
    ...also(event),
  });
  const also = (event: string): { also?: readonly ImportedEvent[] } => {
    if (user === null || anonymous === null || event === '$identify') return {};
    const uuid = stableUuid(origin, messageId, 'identify');
    const properties = { $anon_distinct_id: anonymous };
    return { also: [{ uuid, event: '$identify', distinct_id: user, timestamp, properties }] };
  };
  const properties = objectOf(message['properties']) ?? {};
  const traits = objectOf(message['traits']) ?? {};
  switch (type) {
    case 'track': {
      const event = textOf(message['event']);
      return event === null ? skipped('the message has no event') : made(event, properties);
    }
    case 'page':
      return made('$pageview', {
        ...named(message, properties),
        ...present({
          $current_url: properties['url'],
          $pathname: properties['path'],
          $referrer: properties['referrer'],
          $title: properties['title'],
        }),
      });
    case 'screen':
      return made('$screen', {
        ...named(message, properties),
        ...present({ $screen_name: message['name'] }),
      });
    case 'identify':
      return made('$identify', {
        $set: traits,
        ...(user !== null && anonymous !== null && { $anon_distinct_id: anonymous }),
      });
    case 'group': {
      const key = textOf(message['groupId']);
      if (key === null) return skipped('the message has no groupId');
      const groupType = textOf(traits['type']) ?? 'segment_group';
      return made('$groupidentify', {
        $group_type: groupType,
        $group_key: key,
        $group_set: traits,
        $groups: { [groupType]: key },
      });
    }
    case 'alias': {
      const previous = textOf(message['previousId']);
      if (previous === null) return skipped('the message has no previousId');
      return made('$create_alias', { alias: previous });
    }
    default:
      return skipped(`messages of type ${type ?? '(none)'} are no events`);
  }
}

function named(message: JsonObject, properties: JsonObject): JsonObject {
  return { ...properties, ...present({ name: message['name'], category: message['category'] }) };
}

function contextOf(message: JsonObject): JsonObject {
  const context = objectOf(message['context']) ?? {};
  const part = (name: string): JsonObject => (isObject(context[name]) ? context[name] : {});
  const [page, os, device, app, campaign, library, screen] = [
    ...['page', 'os', 'device', 'app', 'campaign', 'library', 'screen'],
  ].map(part) as [
    ...[JsonObject, JsonObject, JsonObject, JsonObject, JsonObject, JsonObject, JsonObject],
  ];
  return present({
    $ip: context['ip'],
    $current_url: page['url'],
    $pathname: page['path'],
    $referrer: page['referrer'],
    $title: page['title'],
    $os: os['name'],
    $os_version: os['version'],
    $device_id: device['id'],
    $device_type: device['type'],
    $device_model: device['model'],
    $device_manufacturer: device['manufacturer'],
    $app_version: app['version'],
    $app_name: app['name'],
    $lib: library['name'],
    $lib_version: library['version'],
    $screen_width: screen['width'],
    $screen_height: screen['height'],
    $raw_user_agent: context['userAgent'],
    $locale: context['locale'],
    utm_source: campaign['source'],
    utm_medium: campaign['medium'],
    utm_campaign: campaign['name'],
    utm_term: campaign['term'],
    utm_content: campaign['content'],
  });
}
